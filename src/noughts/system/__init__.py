"""The operating system's side: folders, processes, alarms, the garbage collector."""
