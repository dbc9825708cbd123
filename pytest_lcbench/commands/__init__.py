"""The subcommands of ``lcbench``, one module each.

Each has ``add``, which puts its options on the command line and sets ``command``: a function of the parsed arguments that returns
an exit code, or nothing for 0.
"""
