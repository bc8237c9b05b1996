"""What is run under Wine when nothing else is asked for."""

from __future__ import annotations

__all__ = ["SUITE"]

SUITE = (
    "tests/test_admission.py",
    "tests/test_audit.py",
    "tests/test_audit_rotation.py",
    "tests/test_catalogue.py",
    "tests/test_discovery.py",
    "tests/test_document.py",
    "tests/test_dying_anywhere.py",
    "tests/test_facts.py",
    "tests/test_frames.py",
    "tests/test_frontmatter.py",
    "tests/test_guard_profiles.py",
    "tests/test_guard_rules.py",
    "tests/test_index.py",
    "tests/test_journal.py",
    "tests/test_locks.py",
    "tests/test_looking.py",
    "tests/test_place.py",
    "tests/test_recall.py",
    "tests/test_recovery.py",
    "tests/test_registry.py",
    "tests/test_skips.py",
    "tests/test_snapshot.py",
    "tests/test_state.py",
    "tests/test_states.py",
    "tests/test_toolset.py",
    "tests/test_transcripts_cursor.py",
    "tests/test_transcripts_hosts.py",
    "tests/test_transcripts_opening.py",
    "tests/test_transcripts_text.py",
    "tests/test_versions.py",
    "tests/test_windows_files.py",
)
