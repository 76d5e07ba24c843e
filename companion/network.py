"""Where a phone in the room finds this machine, found out without asking any other machine."""

from __future__ import annotations

import contextlib
import socket
import struct
from collections.abc import Iterator
from functools import cache, lru_cache
from ipaddress import ip_address
from itertools import chain
from urllib.parse import urlsplit

EVERYWHERE = ("", "*", "0.0.0.0", "::")
# Addresses in private networks. To ask the system how it would reach one of them sends nothing.
ELSEWHERE = ("192.168.255.254", "10.255.255.254", "172.31.255.254")
SIOCGIFADDR = 0x8915  # Linux: the address of a network interface


def address(host: str, port: int) -> str:
    """The address to open on a phone, when the server listens at this host and port."""
    name = found_at(host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def found_at(host: str) -> str:
    """The name or address under which a phone finds a server that listens at this host."""
    return _reachable() if host in EVERYWHERE else host


@lru_cache(maxsize=100)  # a phone asks under one name all evening
def is_ours(host: str, names: tuple[str, ...] = ()) -> bool:
    """Whether a request for this `Host` may be meant for us: a private address, or a name of ours.

    The requests of a page elsewhere that lets its own name point at this machine have that name.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").partition("%")[0].removesuffix(".")
    except ValueError:
        return False
    if _spelled(name) in map(_spelled, names):  # may be an address, of any network
        return True
    try:
        at = ip_address(name)
    except ValueError:
        return name in {"localhost", *_own_names()}
    return at.is_private  # loopback and link-local addresses are too


def _spelled(name: str) -> str:
    """A name or an address in one spelling, to be compared."""
    try:
        return str(ip_address(name))
    except ValueError:
        return name.lower()


def is_loopback(name: str) -> bool:
    """Whether this is a name or address by which a machine reaches only itself."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


@cache
def _own_names() -> frozenset[str]:
    """The names of this machine: its own, and the one that others in the room can look up."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.split('.')[0]}.local"} - {""})


def _reachable() -> str:
    """An address of this machine in the room's network, else the name that others can look up."""
    found = chain(_by_route(), _by_name(), _by_interface())
    good = (one for one in found if not ip_address(one).is_loopback)
    return next(good, f"{socket.gethostname().split('.')[0]}.local")


def _by_route() -> Iterator[str]:
    for far in ELSEWHERE:
        with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            yield asking.getsockname()[0]


def _by_name() -> Iterator[str]:
    with contextlib.suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def _by_interface() -> Iterator[str]:
    """For a machine that makes the room's network itself, and has no route out of it."""
    try:
        from fcntl import ioctl
    except ImportError:  # Windows, where `_by_name` finds it
        return
    for _, name in socket.if_nameindex():
        with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as asking:
            told = ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()))
            yield socket.inet_ntoa(told[20:24])
