"""What the installed plugin adds to `pytest --collect-only` in a project that does not use it.

Run: python benchmarks/inert.py [runs]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from side_by_side import paired


def main() -> None:
    """Compare collection with the plugin blocked and with it loaded."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    pytest = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "test_plain.py").write_text("def test_plain(): pass\n", encoding="utf-8")
        without, with_plugin, added = paired([*pytest, "-p", "no:lcbench"], pytest, Path(folder), runs)
    print(f"without {without * 1000:.0f} ms, with {with_plugin * 1000:.0f} ms, added {added * 1000:.1f} ms (median of {runs} pairs)")


if __name__ == "__main__":
    main()
