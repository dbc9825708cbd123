"""What collecting Loong's 1,600 items costs over an empty pytest.

Run: python benchmarks/collection.py FOLDER [runs], with FOLDER holding loong.jsonl and doc/
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from side_by_side import paired

CASES = Path(__file__).resolve().parent.parent / "cases" / "test_loong.py"


def main() -> None:
    """Compare an empty collection with that of the whole suite."""
    data = Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 7  # noqa: PLR2004 - an optional second argument
    pytest = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "test_loong.py").write_bytes(CASES.read_bytes())
        Path(folder, "empty").mkdir()
        suite = ["--lcbench-suite=loong", f"--lcbench-data={data}"]
        empty, whole, added = paired([*pytest, "empty"], [*pytest, *suite, "test_loong.py"], Path(folder), runs)
    print(f"empty {empty:.2f} s, 1,600 items {whole:.2f} s, added {added:.2f} s (median of {runs} pairs)")


if __name__ == "__main__":
    main()
