"""The script `bessemer`. It imports nothing: Ctrl-C during the imports of `main` is no traceback, too."""


def main() -> int:
    """Run the command that the words of the command line ask for."""
    try:
        from bessemer.cli.main import main as run
    except KeyboardInterrupt:
        return 130
    return run()
