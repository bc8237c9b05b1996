"""Where hosts keep their transcripts and memories: names only, nothing is opened.

A hook's transcript has to lie below one of these folders (threat T7). They come from the home directory and from the
user's own configuration; CLAUDE_CONFIG_DIR, CODEX_HOME and their like are the host's environment and count for
nothing. Who sets one says so in `scribe/config.yaml`.
"""

from __future__ import annotations

import os

from confine.configuration import Configuration

__all__ = ["folders", "memories"]

_FOLDERS = (".claude/projects", ".codex/sessions", ".codex/archived_sessions", ".qwen", ".gemini")


def folders(config: Configuration) -> tuple[str, ...]:
    """Return the absolute folders in which hosts keep transcripts.

    Args:
        config: the user's configuration.
    """
    home = os.path.expanduser("~")
    # Without a home directory `~` stays as it is, and what is relative would depend on the directory of the host.
    found = [os.path.join(home, *each.split("/")) for each in _FOLDERS] if os.path.isabs(home) else []
    if config.claude_config_dir is not None:
        found.append(os.path.join(config.claude_config_dir, "projects"))
    return (*found, *config.transcript_folders)


def memories(transcript: str) -> tuple[str, ...]:
    """Return the memory directories of the host itself, to which its main agent writes.

    Claude Code keeps one beside the transcripts of each project; the memory tools of the others name no file
    (`save_memory`) and are known by their names.

    Args:
        transcript: absolute path of the transcript.
    """
    return (os.path.join(os.path.dirname(transcript), "memory"), "~/.claude/memory")
