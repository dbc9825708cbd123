"""Where a gate's policy is read from."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.reporting.policy_files import LARGEST, read_policy
from pytest_lcbench.statistics.slice_names import SliceNames

NAMES = SliceNames([{"length_set": "set1", "task": "spot"}])
POLICY = 'criteria = ["avg >= 50"]\n'


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "gate.toml").write_text(POLICY, encoding="utf-8-sig")
    policy, where = read_policy("gate.toml", NAMES, root=tmp_path)
    assert where == "gate.toml"
    assert policy.policy.criteria


@pytest.mark.parametrize("path", ["long.toml", "/dev/zero"])
def test_a_file_without_an_end_in_sight_is_refused_unread(tmp_path: Path, path: str) -> None:
    (tmp_path / "long.toml").write_text(POLICY + "#" * LARGEST, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"is longer than 1 MB"):
        read_policy(path, NAMES, root=tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"criteria = [", b"\x00"])
def test_a_file_that_is_no_toml_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "gate.toml").write_bytes(content)
    with pytest.raises(SettingsError, match=r"^the gate's policy \(gate\.toml\): cannot be read: [^\n]+$"):
        read_policy("gate.toml", NAMES, root=tmp_path)
