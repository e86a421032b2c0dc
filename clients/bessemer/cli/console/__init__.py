"""What all commands share: arguments, output, progress, and Ctrl-C."""
