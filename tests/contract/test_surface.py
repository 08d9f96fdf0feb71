"""Public names and signatures are those of `surface.json`: other people's scripts rely on them."""

import json

import stub

RENEW = "If that is meant, say so in CHANGELOG.md and renew the snapshot: python tools/stub.py --snapshot"


def test_public_names_and_signatures_are_those_of_the_snapshot():
    kept = json.loads(stub.SNAPSHOT.read_text(encoding="utf-8"))
    found = stub.surface()
    changes = [f"gone: {name}" for name in kept if name not in found]
    changes += [f"new: {name}" for name in found if name not in kept]
    changes += [f"changed: {x} {kept[x]} -> {found[x]}" for x in kept if x in found and found[x] != kept[x]]
    assert changes == [], "\n".join([*changes, RENEW])
