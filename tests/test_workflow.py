"""The workflow calls what exists and hides nothing."""

from __future__ import annotations

import pytest

from tests.workflow import WORKFLOW, environments, faults


def test_the_workflow_has_no_fault() -> None:
    assert faults(WORKFLOW.read_text("utf-8"), environments()) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("tox -e wine", "tox -e vine", "no tox environment is called vine"),
        ("timeout-minutes: 45", "continue-on-error: true", "a failure is hidden"),
        ("run: tox -e py", "run: tox -e py || true", "a failure is hidden"),
        ("windows-2022, windows-2025", "ubuntu-22.04", "no job runs windows-"),
    ],
)
def test_a_fault_is_found(old: str, new: str, fault: str) -> None:
    text = WORKFLOW.read_text("utf-8")
    assert old in text
    assert fault in faults(text.replace(old, new), environments())
