import swipectl

Swipectl.main()
