import swiped

Swiped.main()
