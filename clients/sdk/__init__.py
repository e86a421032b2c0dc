"""The kit for bot authors: play a seat, and read and write what a referee sends and takes."""
