import landmarks

LandmarksCommand.main()
