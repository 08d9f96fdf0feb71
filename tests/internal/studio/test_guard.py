"""Who gets in: each way around the guard is tried, and the upload's folder is all that an upload can reach."""

import io
import zipfile

import pytest
from served import Refused, fetched
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import dalembert as da
from dalembert.studio.guard import Guard, listening
from dalembert.studio.upload import LARGEST, parts, robots, unpacked
from raised import raises

EVIL = "http://evil.example"


def own(address):
    return "/".join(address.split("/")[:3])


def test_the_page_comes_with_a_policy_and_nothing_else_of_the_disk(address):
    status, headers, text = fetched(address)
    assert status == 200
    assert "<script" in text
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    for path in ("../../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "server.py", "socket", "upload/aaaaaaaa/x"):
        assert fetched(address, path)[0] in (400, 403, 404, 405), path


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": None},
        {"Host": "127.0.0.1:1"},
        {"Origin": EVIL},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
    ids=str,
)
def test_other_sites_get_nothing(address, headers):
    assert fetched(address, headers=headers)[0] in (400, 403)


@pytest.mark.parametrize("path", ["/", "/wrong/", "/socket", "//", "/%00/"])
def test_an_address_without_the_token_gets_nothing(address, path):
    assert fetched(address, path)[0] in (400, 403)


@pytest.mark.parametrize("origin", [EVIL, None, "null", "http://localhost"])
def test_the_socket_asks_where_a_page_comes_from(address, origin):
    with pytest.raises(InvalidStatus), connect(address.replace("http", "ws") + "socket", origin=origin, proxy=None):
        pass


def test_the_socket_needs_the_token(address):
    wrong = own(address).replace("http", "ws") + "/wrong/socket"
    with pytest.raises(InvalidStatus), connect(wrong, origin=own(address), proxy=None):
        pass


def test_an_upload_needs_its_origin(address):
    told = {"Origin": own(address)}
    assert fetched(address, "upload/folder-1/a.urdf", method="PUT", body=b"<robot/>", headers=told)[0] == 200
    assert fetched(address, "upload/folder-1/b.urdf", method="PUT", body=b"<robot/>")[0] == 403
    assert (
        fetched(address, "upload/folder-1/c.urdf", method="PUT", body=b"<robot/>", headers={"Origin": EVIL})[0] == 403
    )


def test_an_upload_stays_in_its_folder(address):
    told = {"Origin": own(address)}
    for path in (
        "upload/..%2f..%2f..%2ftmp/x",
        "upload/folder-2/..%2f..%2fx",
        "upload/folder-2/%2fetc%2fx%00",
        "upload/x/a.urdf",
    ):
        assert fetched(address, path, method="PUT", body=b"x", headers=told)[0] in (400, 404), path
    too_many = {**told, "Content-Length": str(LARGEST + 1)}
    assert fetched(address, "upload/folder-3/x.zip", method="PUT", body=b"", headers=too_many)[0] == 400


@pytest.mark.parametrize("name", ["..", "a/../b", "C:\\x", "a\\b", "a\x00b", "", " a", "a/" * 20 + "b", "/"])
def test_names_that_are_no_names(name):
    with raises(da.finding.Unreadable, reason="outside"):
        parts(name)


def test_a_zip_cannot_climb_nor_swell(tmp_path):
    for k, (name, data) in enumerate([("../up.urdf", b"x"), ("big.stl", b"\0" * (LARGEST + 1))]):
        place = tmp_path / str(k)
        place.mkdir()
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr(name, data)
        (place / "robot.zip").write_bytes(held.getvalue())
        with raises((da.finding.Unreadable, da.finding.UploadTooLarge)):
            unpacked(place)
    assert not (tmp_path / "up.urdf").exists()


def test_what_file_managers_leave_in_a_zip_is_no_robot(tmp_path):
    with zipfile.ZipFile(tmp_path / "robot.zip", "w") as file:
        for name in ("__MACOSX/._arm.urdf", ".hidden/arm.urdf", "arm/._arm.urdf", "arm/arm.urdf", "ARM.URDF"):
            file.writestr(name, "x")
    unpacked(tmp_path)
    assert robots(tmp_path) == ["ARM.URDF", "arm/arm.urdf"]


def test_a_zip_whose_files_lie_in_each_other_is_refused_in_words(tmp_path):
    with zipfile.ZipFile(tmp_path / "robot.zip", "w") as file:
        file.writestr("arm", "x")
        file.writestr("arm/arm.urdf", "x")
    with raises(da.finding.Unreadable, path="arm/arm.urdf", reason="overlap"):
        unpacked(tmp_path)


def test_a_link_in_a_zip_is_refused(tmp_path):
    held = zipfile.ZipInfo("secret.urdf")
    held.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "robot.zip", "w") as file:
        file.writestr(held, "/etc/passwd")
    with raises(da.finding.Unreadable, reason="zip link"):
        unpacked(tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.xacro",
            '<robot name="x" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:include filename="/etc/passwd"/></robot>',
        ),
        (
            "b.xacro",
            '<robot name="x" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:include filename="../../{}/a.urdf"/></robot>',
        ),
        ("c.urdf", '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><robot name="x"><link name="&e;"/></robot>'),
        ("d.xml", '<mujoco><include file="/etc/passwd"/></mujoco>'),
        ("e.xacro", '<robot name="${open(\'/etc/passwd\').read()}" xmlns:xacro="http://ros.org/wiki/xacro"/>'),
        ("f.xacro", '<robot name="x" xmlns:xacro="http://ros.org/wiki/xacro"><link name="$(env HOME)"/></robot>'),
    ],
)
def test_a_file_reads_nothing_beside_its_folder(address, tab, name, text):
    folder = f"hostile-{name[0]}"
    fetched(address, f"upload/{folder}/{name}", method="PUT", body=text.encode(), headers={"Origin": own(address)})
    with pytest.raises(Refused) as refused:
        tab.ask("load", folder=folder)
    assert "root:" not in str(refused.value)
    assert "dalembert-studio-" not in str(refused.value), "no path of this machine is told"


def test_the_page_cannot_name_a_path_of_this_machine(tab):
    for told in ({"path_here": "/etc/passwd"}, {"folder_here": "/etc"}):
        with pytest.raises(Refused):
            tab.ask("load", **told)
    with pytest.raises(Refused):
        tab.ask("load", folder="../../etc")
    assert tab.ask("start", path_here="/etc/passwd")["state"]["name"] == "planar_2r"


def test_it_listens_on_one_address_of_this_machine():
    assert listening("localhost") == "127.0.0.1"
    for host in ("0.0.0.0", "::", "example.org"):
        with raises(da.finding.WrongType, argument="host"):
            listening(host)
    assert len({Guard("127.0.0.1", 1).token for _ in range(20)}) == 20
