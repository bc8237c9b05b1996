"""Where a room is, who else could write there (T4), and repositories that bring a room along (T6)."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import room as package
from room import overlap, ownership
from room.errors import NoRoomError, RoomError, StoreError
from room.orders import ANY, Change
from room.place import Place, locate, locate_user_room, open_place, refuse_overlap
from room.volume import network_file_system
from room.workspace import workspace_of
from tests.capabilities import (
    CAN_RENAME_HELD,
    IS_ROOT,
    needs_dir_fd,
    needs_modes,
    needs_owners,
    needs_proc_fd,
    needs_too_long,
)
from tests.rooms import Home, sha

as_root = pytest.mark.skipif(not IS_ROOT, reason="only root can give files to another user")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def adopted(home: Home) -> None:
    with home.open(adopt=True):
        pass


def standing(home: Home, **options: bool) -> str:
    with home.open(create=False, **options) as place:
        return place.standing.kind


def mended_by(error: RoomError) -> None:
    """Run the very command that an error tells the user to run."""
    command = error.do.partition(": ")[2]
    subprocess.run(shlex.split(command), check=True)


# -- Where it is ---------------------------------------------------------------------------------------------


def repository(folder: Path) -> Path:
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


def worktree(main: Path, folder: Path, name: str = "feature") -> Path:
    """A linked worktree as git makes it: each side names the other (gitrepository-layout(5))."""
    inside = main / ".git" / "worktrees" / name
    inside.mkdir(parents=True)
    folder.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {inside}\n")
    (inside / "gitdir").write_text(f"{folder / '.git'}\n")
    (inside / "commondir").write_text("../..\n")
    return folder


def test_the_default_room_lies_below_the_git_top_level(home: Home) -> None:
    deep = repository(home.folder / "repo") / "src" / "deep"
    deep.mkdir(parents=True)
    place = locate(room=None, cwd=str(deep))
    assert place == Place(
        room_path=str(home.folder / "repo/.scribe/memory"),
        state_path=str(home.folder / "repo/.scribe/state"),
        explicit=False,
        workspace=str(home.folder / "repo"),
        given=str(home.folder / "repo/.scribe/memory"),
    )


def test_without_a_repository_the_workspace_is_the_directory_itself(home: Home) -> None:
    (home.folder / "a").mkdir()
    assert locate(room=None, cwd=str(home.folder / "a")).workspace == str(home.folder / "a")


@pytest.mark.parametrize("relative", [False, True])
def test_worktrees_share_the_main_worktrees_room_or_have_their_own(home: Home, relative: bool) -> None:
    main = repository(home.folder / "main")
    linked = worktree(main, home.folder / "linked")
    if relative:
        (linked / ".git").write_text("gitdir: ../main/.git/worktrees/feature\n")
        (main / ".git" / "worktrees" / "feature" / "gitdir").write_text("../../../../linked/.git\n")
    assert workspace_of(str(linked), "share") == str(main)
    assert workspace_of(str(linked), "isolate") == str(linked)


def test_a_submodule_is_a_workspace_of_its_own(home: Home) -> None:
    main = repository(home.folder / "main")
    (main / ".git" / "modules" / "sub").mkdir(parents=True)
    (main / "sub").mkdir()
    (main / "sub" / ".git").write_text("gitdir: ../.git/modules/sub\n")
    assert workspace_of(str(main / "sub")) == str(main / "sub")


def test_an_archive_cannot_claim_to_be_a_worktree_of_somebodys_repository(home: Home) -> None:
    """Both of its own sides agree with each other, and the repository that they name knows nothing of it."""
    victim = repository(home.folder / "victim")
    evil = home.folder / "evil"
    (evil / "fake").mkdir(parents=True)
    (evil / ".git").write_text("gitdir: fake\n")
    (evil / "fake" / "gitdir").write_text("../.git\n")
    (evil / "fake" / "commondir").write_text(f"{victim}/.git\n")
    assert workspace_of(str(evil)) == str(evil)
    (evil / ".git").write_text(f"gitdir: {victim}/.git\n")
    assert workspace_of(str(evil)) == str(evil)


def test_a_worktree_that_names_another_directory_does_not_lead_to_its_repository(home: Home) -> None:
    main = repository(home.folder / "main")
    worktree(main, home.folder / "linked")
    thief = home.folder / "thief"
    thief.mkdir()
    shutil.copy(home.folder / "linked" / ".git", thief / ".git")
    assert workspace_of(str(thief)) == str(thief)


@as_root
def test_a_repository_of_another_user_above_is_not_followed(home: Home) -> None:
    repository(home.folder / "theirs")
    (home.folder / "theirs" / "mine").mkdir()
    os.chown(home.folder / "theirs" / ".git", 12345, -1)
    assert workspace_of(str(home.folder / "theirs" / "mine")) == f"{home.folder}/theirs/mine"


def test_what_git_says_of_a_real_worktree_is_what_is_found(home: Home) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    main, linked = home.folder / "main", home.folder / "linked"

    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(main), *arguments], check=True, capture_output=True)

    main.mkdir()
    git("init")
    git("-c", "user.name=n", "-c", "user.email=e", "commit", "--allow-empty", "-m", "first")
    git("worktree", "add", str(linked))
    assert workspace_of(str(linked)) == workspace_of(str(main)) == str(main)


@pytest.mark.parametrize("named", ["room", "./room", "room/", "sub/../room", "{folder}/room"])
def test_a_named_room_has_its_state_beside_it(home: Home, named: str) -> None:
    place = locate(room=named.format(folder=home.folder), cwd=str(home.folder))
    assert (place.room_path, place.state_path) == (str(home.room), str(home.state))
    assert place.explicit


def test_the_default_room_by_its_path_is_the_same_room(home: Home) -> None:
    default = locate(room=None, cwd=str(home.folder))
    named = locate(room=".scribe/memory", cwd=str(home.folder))
    assert (named.room_path, named.state_path) == (default.room_path, default.state_path)


def test_the_users_own_room_is_in_the_data_directory(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("the XDG directories are Linux's")
    monkeypatch.setenv("XDG_DATA_HOME", str(home.folder))
    place = locate_user_room(cwd=str(home.folder))
    assert place.room_path == f"{home.folder}/scribe/memory"
    assert place.state_path == f"{home.folder}/scribe/memory.scribe"


@pytest.mark.parametrize("named", ["", "a\0b"])
def test_a_name_that_is_none_is_refused(home: Home, named: str) -> None:
    with pytest.raises(RoomError, match="empty or has a NUL"):
        locate(room=named, cwd=str(home.folder))


# -- Links ---------------------------------------------------------------------------------------------------


def test_a_named_room_may_be_a_link_and_is_shown_as_what_it_is(home: Home) -> None:
    (home.folder / "real").mkdir(mode=0o700)
    (home.folder / "link").symlink_to("real")
    place = locate(room="link", cwd=str(home.folder))
    assert place.state_path == f"{home.folder}/real.scribe"
    with open_place(place, registry=home.registry) as opened:
        assert opened.room.path == f"{home.folder}/real"
        assert opened.notices == [f"the room link is a link to {home.folder}/real"]


def test_a_link_that_leads_nowhere_is_refused(home: Home) -> None:
    (home.folder / "link").symlink_to("nowhere")
    with pytest.raises(RoomError, match="where nothing is"):
        locate(room="link", cwd=str(home.folder))


@pytest.mark.parametrize("segment", [".scribe", ".scribe/memory", ".scribe/state"])
def test_a_repository_cannot_put_a_link_where_the_default_room_should_be(home: Home, segment: str) -> None:
    target = home.folder / "elsewhere"
    target.mkdir(mode=0o700)
    repo = repository(home.folder / "repo")
    (repo / segment).parent.mkdir(exist_ok=True, mode=0o700)
    (repo / segment).symlink_to(target)
    place = locate(room=None, cwd=str(repo))
    for create in (True, False):
        with pytest.raises(RoomError, match="is a link"):
            open_place(place, registry=home.registry, create=create)
    assert list(target.iterdir()) == []


def test_a_link_that_takes_a_directorys_place_after_it_was_named_is_refused(home: Home) -> None:
    place = locate(room="sub/room", cwd=str(home.folder))
    (home.folder / "elsewhere").mkdir(mode=0o700)
    (home.folder / "sub").symlink_to("elsewhere")
    with pytest.raises(RoomError, match="is a link"):
        open_place(place, registry=home.registry)
    assert list((home.folder / "elsewhere").iterdir()) == []


def test_a_file_where_the_room_should_be_is_refused(home: Home) -> None:
    home.room.write_text("")
    with pytest.raises(RoomError, match="is a file"):
        home.open()


@pytest.mark.skipif(CAN_RENAME_HELD, reason="a directory that is held can be renamed here")
def test_what_is_held_keeps_its_name(home: Home) -> None:
    with home.open() as place:
        for held in (home.room, home.state):
            with pytest.raises(PermissionError):
                held.rename(home.folder / "moved")
        assert place.room.names() == []
    # The control: what is held no longer can be renamed.
    home.room.rename(home.folder / "moved")


@pytest.mark.skipif(not CAN_RENAME_HELD, reason="a directory that is held cannot be renamed here")
def test_what_is_held_is_what_was_judged_whatever_happens_to_the_name(home: Home) -> None:
    with home.open() as place:
        home.room.rename(home.folder / "moved")
        home.room.mkdir()
        (home.room / "planted.md").write_bytes(b"planted")
        assert place.room.names() == []
        assert os.fstat(place.root_fd).st_ino == (home.folder / "moved").stat().st_ino


# -- Other users (T4) ----------------------------------------------------------------------------------------


@needs_modes
def test_what_is_made_is_the_users_alone_whatever_the_umask(home: Home) -> None:
    for mask in (0o000, 0o022, 0o077):
        before = os.umask(mask)
        try:
            place = locate(room=f"deep-{mask:o}/er/room", cwd=str(home.folder))
            with open_place(place, registry=home.registry):
                pass
        finally:
            os.umask(before)
        made = home.folder / f"deep-{mask:o}"
        for folder in (made, made / "er", made / "er" / "room", made / "er" / "room.scribe"):
            assert folder.stat().st_mode & 0o7777 == 0o700
        for file in (made / "er" / "room.scribe").rglob("*"):
            assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("which", ["room", "state"])
@pytest.mark.parametrize("mode", [0o770, 0o720, 0o702, 0o707, 0o777, 0o1777])
@needs_modes
def test_a_write_bit_for_others_is_refused_with_the_command_that_mends_it(home: Home, which: str, mode: int) -> None:
    home.open().close()
    getattr(home, which).chmod(mode)
    for create in (True, False):
        with pytest.raises(RoomError, match="others may write in it") as caught:
            home.open(create=create)
    assert caught.value.exit_code == 5
    mended_by(caught.value)
    home.open().close()


def test_reading_for_others_is_the_users_own_choice(home: Home) -> None:
    home.open().close()
    home.room.chmod(0o755)
    home.open().close()


def acl(path: Path, *arguments: str) -> None:
    if shutil.which("setfacl") is None:
        pytest.skip("setfacl is not installed")
    if subprocess.run(["setfacl", *arguments, str(path)], capture_output=True, check=False).returncode:
        pytest.skip("the file system has no access control lists")


@pytest.mark.parametrize("which", ["room", "state"])
@pytest.mark.parametrize("entry", ["u:12345:r", "u:12345:rwx", "d:u:12345:r"])
def test_an_access_control_list_is_refused_with_the_command_that_mends_it(home: Home, which: str, entry: str) -> None:
    home.open().close()
    acl(getattr(home, which), "-m", entry)
    # An entry with write shows in the group bits, which then hold the mask.
    with pytest.raises(RoomError, match=r"access control list|others may write") as caught:
        home.open()
    mended_by(caught.value)
    try:
        home.open().close()
    except RoomError as second:
        mended_by(second)
        home.open().close()


def test_a_list_that_a_new_directory_inherits_is_taken_off(home: Home) -> None:
    acl(home.folder, "-m", "d:u:12345:rx")
    home.open().close()
    home.open().close()
    listed = subprocess.run(["getfacl", "-c", str(home.room)], capture_output=True, check=True)
    assert b"12345" not in listed.stdout


@as_root
@pytest.mark.parametrize("which", ["room", "state"])
def test_a_foreign_owner_is_refused_with_the_command_that_mends_it(home: Home, which: str) -> None:
    home.open().close()
    os.chown(getattr(home, which), 12345, -1)
    with pytest.raises(RoomError, match="belongs to user 12345") as caught:
        home.open()
    assert f"chown -R 0 {getattr(home, which)}" in caught.value.do


@pytest.mark.parametrize("mode", [0o777, 0o702, 0o770])
@needs_modes
def test_a_directory_above_in_which_others_may_write_is_refused(home: Home, mode: int) -> None:
    above = home.folder / "above"
    above.mkdir(mode=0o700)
    place = locate(room="above/sub/room", cwd=str(home.folder))
    open_place(place, registry=home.registry).close()
    above.chmod(mode)
    with pytest.raises(RoomError, match="could replace your room") as caught:
        open_place(place, registry=home.registry)
    mended_by(caught.value)
    open_place(place, registry=home.registry).close()


@as_root
@pytest.mark.parametrize("mode", [0o755, 0o1777])
def test_a_directory_above_of_a_third_user_is_refused(home: Home, mode: int) -> None:
    above = home.folder / "above"
    above.mkdir()
    place = locate(room="above/room", cwd=str(home.folder))
    open_place(place, registry=home.registry).close()
    os.chown(above, 12345, -1)
    above.chmod(mode)
    with pytest.raises(RoomError, match="belongs to user 12345"):
        open_place(place, registry=home.registry)


@needs_modes
def test_a_shared_directory_is_refused_for_new_rooms_and_fine_for_known_ones(home: Home) -> None:
    shared = home.folder / "tmp"
    shared.mkdir()
    place = locate(room="tmp/room", cwd=str(home.folder))
    shared.chmod(0o1777)
    with pytest.raises(RoomError, match="everybody may write") as caught:
        open_place(place, registry=home.registry)
    assert list(shared.iterdir()) == []
    mended_by(RoomError("", "", caught.value.do.replace("(", ": ").partition(")")[0]))
    inner = locate(room="tmp/mine/room", cwd=str(home.folder))
    open_place(inner, registry=home.registry).close()
    shared.chmod(0o700)
    open_place(place, registry=home.registry).close()
    shared.chmod(0o1777)
    open_place(place, registry=home.registry).close()


@needs_modes
def test_a_state_directory_is_not_made_in_a_shared_directory_either(home: Home) -> None:
    shared = home.folder / "tmp"
    (shared / "room").mkdir(parents=True, mode=0o700)
    shared.chmod(0o1777)
    with pytest.raises(RoomError, match="everybody may write"):
        open_place(locate(room="tmp/room", cwd=str(home.folder)), registry=home.registry)
    assert not (shared / "room.scribe").exists()


class Account:
    """A user's or a group's entry."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


@pytest.mark.parametrize(
    ("group", "members", "others", "private"),
    [
        ("ann", [], [], True),
        ("ann", ["ann"], [], True),
        ("ann", ["ann", "bob"], [], False),
        ("staff", [], [], False),
        ("ann", [], [1001], False),
    ],
)
@needs_owners
def test_a_group_counts_as_the_users_own_only_if_nobody_else_is_in_it(
    monkeypatch: pytest.MonkeyPatch, group: str, members: list[str], others: list[int], private: bool
) -> None:
    """Debian, Ubuntu and Fedora give each user a group and umask 002: homes are full of group write bits."""
    import grp
    import pwd

    ann = Account(pw_name="ann", pw_uid=1000, pw_gid=1000, pw_dir="/")
    rest = [Account(pw_name="x", pw_uid=uid, pw_gid=1000, pw_dir="/") for uid in others]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: ann)
    monkeypatch.setattr(pwd, "getpwall", lambda: [ann, *rest])
    monkeypatch.setattr(grp, "getgrgid", lambda gid: Account(gr_name=group, gr_mem=members))
    assert ownership._private_group(1000) is private


# -- What a room must not overlap with -----------------------------------------------------------------------


def at(path: str | Path, *, explicit: bool = True) -> Place:
    return Place(str(path), f"{path}.scribe", explicit, "/", str(path))


def refused(home: Home, place: Place) -> str:
    with pytest.raises(RoomError) as caught:
        refuse_overlap(place, home.registry.entries(), home.registry.path)
    return caught.value.why


def test_a_room_must_not_be_contain_or_lie_in_what_a_writer_must_never_reach(home: Home) -> None:
    registry = home.registry.path
    library = os.path.realpath(os.path.dirname(os.__file__))
    here = os.path.dirname(os.path.realpath(package.__file__))
    assert "root of a file system" in refused(home, at("/"))
    assert "registry" in refused(home, at(registry))
    assert "registry" in refused(home, at(f"{registry}/below"))
    assert "registry" in refused(home, at(os.path.dirname(registry)))
    assert "Python" in refused(home, at(library))
    assert "Python" in refused(home, at(f"{library}/site-packages/room"))
    assert "Python" in refused(home, at(os.path.dirname(library)))
    # Where the system's own interpreter is used, its directory is the home of a system user too.
    beside = refused(home, at(os.path.dirname(os.path.realpath(sys.executable))))
    assert "Python" in beside or "home directory" in beside
    assert "this program" in refused(home, at(here))
    assert "this program" in refused(home, at(f"{here}/below"))
    # What holds the package may hold the interpreter as well, and either is reason enough.
    above = refused(home, at(os.path.dirname(here)))
    assert "this program" in above or "Python" in above


@pytest.mark.parametrize(
    ("prefix", "path", "within"),
    [
        ("/usr", "/usr/src/app", False),
        ("/usr", "/usr/lib/python3/dist-packages/x", True),
        ("/usr/local", "/usr/local/app", False),
        ("/home/ann/.venv", "/home/ann/.venv/share/x", True),
    ],
)
@needs_dir_fd
def test_a_shared_prefix_is_refused_only_where_python_loads_code(
    home: Home, monkeypatch: pytest.MonkeyPatch, prefix: str, path: str, within: bool
) -> None:
    for name in ("prefix", "exec_prefix", "base_prefix", "base_exec_prefix"):
        monkeypatch.setattr(sys, name, prefix)
    monkeypatch.setattr(sys, "path", [f"{prefix}/lib/python3/dist-packages", "/home/ann/project"])
    refused_for_python = any(overlap.within(path, folder) for folder in overlap._interpreter())
    assert refused_for_python is within


def test_a_home_directory_and_what_is_above_it_are_refused_and_what_is_below_is_not(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = home.folder / "homes" / "ann"
    user.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("USERPROFILE", str(user))
    assert "home directory" in refused(home, at(user))
    assert "home directory" in refused(home, at(user.parent))
    refuse_overlap(at(user / "notes"), [], home.registry.path)
    refuse_overlap(at(f"{user}-notes"), [], home.registry.path)


@pytest.mark.parametrize("name", [".git", ".ssh", ".claude", "hooks", "node_modules", ".GIT", ".claude "])
def test_a_named_room_in_a_directory_that_programs_run_or_trust_is_refused(home: Home, name: str) -> None:
    assert "run or trust" in refused(home, at(home.folder / name))
    assert "run or trust" in refused(home, at(home.folder / name / "deep" / "room"))


def test_a_default_room_may_lie_in_a_project_that_has_a_plain_name(home: Home) -> None:
    for name in ("agents", "config", "objects"):
        place = locate(room=None, cwd=str(home.folder))
        moved = Place(f"{home.folder}/{name}/.scribe/memory", place.state_path, False, "/", "")
        refuse_overlap(moved, [], home.registry.path)
    inside = Place(f"{home.folder}/.git/.scribe/memory", "", False, "/", "")
    assert "run or trust" in refused(home, inside)
    assert "run or trust" in refused(home, at(f"{home.folder}/.scribe/other"))


def test_the_names_of_the_home_directory_itself_are_nobodys_choice(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    user = home.folder / "agents" / "ann"
    user.mkdir(parents=True)
    monkeypatch.setattr(overlap, "_homes", lambda: [str(user)])
    refuse_overlap(at(user / "notes"), [], home.registry.path)


def test_a_room_must_not_overlap_with_another_room_or_its_state(home: Home) -> None:
    home.open().close()
    assert "another room" in refused(home, at(home.room / "below"))
    assert "state directory of another room" in refused(home, at(home.state))
    assert "state directory" in refused(home, at(home.state / "versions"))
    assert "registry" in refused(home, at(home.folder))
    refuse_overlap(at(f"{home.room}-2"), home.registry.entries(), home.registry.path)


def test_a_state_directory_is_known_by_what_is_in_it_even_if_it_is_not_registered(home: Home) -> None:
    home.open().close()
    with pytest.raises(RoomError, match="lies in a state directory"):
        refuse_overlap(at(home.state / "x"), [], home.registry.path)


def test_a_room_that_was_deleted_does_not_stand_in_the_way(home: Home) -> None:
    home.open().close()
    shutil.rmtree(home.room)
    shutil.rmtree(home.state)
    place = locate(room="room/below", cwd=str(home.folder))
    open_place(place, registry=home.registry).close()


# -- New, known, moved, foreign (T6) -------------------------------------------------------------------------


def test_a_new_room_is_registered_and_then_known(home: Home) -> None:
    with home.open() as place:
        assert place.standing.kind == "new"
        assert place.entry.room == str(home.room)
    assert standing(home) == "known"
    assert (home.state / ".gitignore").read_text() == "*\n"
    assert (home.state / "room-id").read_text().strip() == home.registry.entries()[0].id


def test_an_empty_directory_becomes_a_room_without_ado(home: Home) -> None:
    home.room.mkdir(mode=0o700)
    with home.open() as place:
        assert place.standing.kind == "new"


def test_reading_makes_nothing(home: Home) -> None:
    with pytest.raises(NoRoomError, match="there is no room"):
        home.open(create=False)
    assert list(home.folder.iterdir()) == []


def remember(home: Home) -> None:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one", expect_sha=ANY, trust="user-verified"))


def test_a_room_that_somebody_brought_is_read_and_not_written(home: Home) -> None:
    home.room.mkdir(mode=0o700)
    (home.room / "a.md").write_bytes(b"planted")
    with home.open(create=False) as place:
        assert place.standing.kind == "foreign"
        assert place.knowledge().known == {}
        assert place.room.read("a.md", 100) == b"planted"
        with pytest.raises(RoomError, match="foreign"):
            _ = place.state
    with pytest.raises(RoomError, match=r"scribe room adopt --room .*room"):
        home.open()
    assert not home.state.exists()
    adopted(home)
    assert standing(home) == "known"
    assert home.files() == {"a.md": b"planted"}


def test_a_forged_state_directory_is_not_believed_and_is_set_aside_by_adoption(home: Home) -> None:
    """A repository ships room and state with a chain that calls its memories verified."""
    remember(home)
    shutil.rmtree(home.registry.path)
    with home.open(create=False) as place:
        assert (place.standing.kind, place.knowledge().known) == ("foreign", {})
    with pytest.raises(RoomError, match="foreign"):
        home.open()
    forged = (home.state / "audit.jsonl").read_bytes()
    adopted(home)
    with home.open(create=False) as place:
        assert place.knowledge().known == {}
    aside = list((home.state / "set-aside").glob("*/audit.jsonl"))
    assert [path.read_bytes() for path in aside] == [forged]
    with home.run() as journal:
        first = (home.state / "audit.jsonl").read_text().splitlines()[0]
        assert '"why":"adopted"' in first and "not in your registry" in first
        assert journal.trust_of("a.md", sha(b"one")) is None


def test_a_room_that_moved_with_its_state_is_taken_over_silently(home: Home) -> None:
    remember(home)
    home.room.rename(home.folder / "other")
    home.state.rename(home.folder / "other.scribe")
    home.room, home.state = home.folder / "other", home.folder / "other.scribe"
    assert standing(home) == "moved"
    with home.run() as journal:
        assert journal.trust_of("a.md", sha(b"one")) == "user-verified"
    assert [entry.room for entry in home.registry.entries()] == [str(home.room)]
    assert standing(home) == "known"


def test_a_copy_of_a_room_is_foreign_while_the_original_stands(home: Home) -> None:
    remember(home)
    shutil.copytree(home.room, home.folder / "copy")
    shutil.copytree(home.state, home.folder / "copy.scribe")
    (home.folder / "copy").chmod(0o700)
    (home.folder / "copy.scribe").chmod(0o700)
    original = home.room
    home.room = home.folder / "copy"
    with pytest.raises(RoomError, match="it is a copy of"):
        home.open()
    adopted(home)
    assert standing(home) == "known"
    home.room = original
    assert standing(home) == "known"
    assert len({entry.id for entry in home.registry.entries()}) == 2


def test_a_directory_that_only_has_a_deleted_rooms_inode_is_not_that_room(home: Home) -> None:
    remember(home)
    shutil.rmtree(home.room)
    shutil.rmtree(home.state)
    other = home.folder / "cloned"
    other.mkdir(mode=0o700)
    (other / "a.md").write_bytes(b"planted")
    home.room = other
    assert standing(home) == "foreign"


def test_another_directory_in_a_known_rooms_place_is_foreign(home: Home) -> None:
    remember(home)
    home.room.rename(home.folder / "kept")
    home.room.mkdir(mode=0o700)
    (home.room / "a.md").write_bytes(b"planted")
    with pytest.raises(RoomError, match="another directory stands in its place"):
        home.open()


def test_the_same_room_made_anew_is_known_by_what_is_in_it(home: Home) -> None:
    remember(home)
    home.room.rename(home.folder / "kept")
    shutil.copytree(home.folder / "kept", home.room)
    home.room.chmod(0o700)
    assert standing(home) == "known"
    with home.run() as journal:
        assert journal.trust_of("a.md", sha(b"one")) == "user-verified"


def test_a_known_room_whose_state_was_taken_away_is_foreign(home: Home) -> None:
    remember(home)
    shutil.rmtree(home.state)
    with pytest.raises(RoomError, match="its state directory is gone; there were 4 audit rows"):
        home.open()


def test_adoption_of_a_known_room_starts_anew_only_if_its_chain_does_not_fit(home: Home) -> None:
    remember(home)
    adopted(home)
    with home.run() as journal:
        assert journal.trust_of("a.md", sha(b"one")) == "user-verified"
    chain = home.state / "audit.jsonl"
    chain.write_bytes(chain.read_bytes().replace(b"user-verified", b"operator"))
    with pytest.raises(RoomError, match="does not fit"), home.run():
        pass
    with home.open(create=False) as place:
        assert place.knowledge().known == {}
    adopted(home)
    with home.run() as journal:
        assert journal.trust_of("a.md", sha(b"one")) is None
    assert home.files() == {"a.md": b"one"}


@pytest.mark.parametrize("lost", ["everything", "the id", "the first row"])
def test_a_first_run_that_was_interrupted_is_completed_by_the_next(home: Home, lost: str) -> None:
    """The room is registered first, and then its state is filled."""
    home.open().close()
    with home.registry.changing() as entries:
        entry = entries[0]
        entries[0] = type(entry)(**{**entry.__dict__, "rows": 0, "head": "0" * 64})
    if lost in ("everything", "the id"):
        (home.state / "room-id").unlink()
    if lost in ("everything", "the first row"):
        (home.state / "audit.jsonl").unlink()
    if lost == "everything":
        (home.state / ".gitignore").unlink()
    if lost == "the id":
        # Rows without an id are what no order of writing leaves: that state came from somewhere else.
        with pytest.raises(RoomError, match="foreign"):
            home.open()
        return
    with home.open() as place:
        assert place.entry.id == entry.id
    with home.run() as journal:
        assert journal.chain.ledger.room_id == entry.id


def test_first_runs_at_once_make_one_room(home: Home) -> None:
    code = (
        "import sys; from room.place import locate, open_place; from room.registry import Registry;"
        "registry = Registry(sys.argv[1] + '/registry');"
        "open_place(locate(room='room', cwd=sys.argv[1]), registry=registry).close()"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code, str(home.folder)]) for _ in range(4)]
    assert [run.wait() for run in runs] == [0, 0, 0, 0]
    assert len(home.registry.entries()) == 1
    assert (home.state / "audit.jsonl").read_bytes().count(b"\n") == 1


@needs_proc_fd
@needs_modes
def test_no_descriptor_is_left_open(home: Home) -> None:
    remember(home)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        home.open().close()
        remember(home)
        home.room.chmod(0o777)
        with pytest.raises(RoomError):
            home.open()
        home.room.chmod(0o700)
    assert len(os.listdir("/proc/self/fd")) == before


@needs_too_long
def test_a_place_that_cannot_be_opened_says_why_and_what_to_do(home: Home) -> None:
    long = locate(room="x" * 300, cwd=str(home.folder))
    with pytest.raises(StoreError, match="File name too long"):
        open_place(long, registry=home.registry)


# -- The file system -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/ann/room", None),
        ("/mnt/nfs/room", "nfs4"),
        ("/mnt/nfs", "nfs4"),
        ("/mnt/nfs-not", None),
        ("/mnt/nfs/local/room", None),
        ("/mnt/a b/room", "fuse.sshfs"),
    ],
)
def test_a_network_file_system_is_known_by_the_mount_table(tmp_path: Path, path: str, kind: str | None) -> None:
    table = tmp_path / "mountinfo"
    table.write_text(
        "1 0 8:1 / / rw - ext4 /dev/a rw\n"
        "2 1 0:2 / /mnt/nfs rw,relatime shared:1 - nfs4 server:/x rw\n"
        "3 2 8:2 / /mnt/nfs/local rw - xfs /dev/b rw\n"
        "4 1 0:3 / /mnt/a\\040b rw - fuse.sshfs host:/ rw\n"
        "not a line\n"
    )
    assert network_file_system(path, str(table)) == kind


def test_without_a_mount_table_nothing_is_known(tmp_path: Path) -> None:
    assert network_file_system("/", str(tmp_path / "none")) is None
