"""Who answers: of the idle threads the one that was busy last."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion import server
from companion.threads import Idle


class Site:
    """Says which thread answers, once as many answer as are expected."""

    expected = threading.Barrier(1)

    def __call__(self, environ, start):
        self.expected.wait(10)
        start("200 OK", [("Content-Type", "text/plain")])
        return [threading.current_thread().name.encode()]


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def waiting(site) -> Iterator:
    """A server of this site."""
    waiting, told = server.listen(site, "127.0.0.1", 0), []
    serving = threading.Thread(target=server.answer_until, args=(told, waiting))
    serving.start()
    yield waiting
    told.append("stop")
    serving.join()


def ask(waiting, names: list[str]) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", waiting.effective_port)) as phone:
        phone.request("GET", "/")
        names.append(phone.getresponse().read().decode())


def all_idle(waiting) -> None:
    """Waits until no thread has anything to do."""
    threads = waiting.task_dispatcher
    while len(threads.threads) < server.THREADS or threads.active_count:
        time.sleep(0.001)


def test_whoever_answered_last_answers_next(waiting):
    names: list[str] = []
    for _ in range(10):
        all_idle(waiting)
        ask(waiting, names)
    assert len(names) == 10 and len(set(names)) == 1


def test_as_many_answer_at_once_as_there_are(waiting, site):
    site.expected = threading.Barrier(server.THREADS)
    names: list[str] = []
    phones = [threading.Thread(target=ask, args=(waiting, names)) for _ in range(server.THREADS)]
    for one in phones:
        one.start()
    for one in phones:
        one.join()
    assert len(set(names)) == server.THREADS


def test_who_came_last_is_woken_first_and_nobody_is_forgotten():
    lock, woken = threading.Lock(), []
    idle = Idle(lock)

    def sleeps(name: int) -> None:
        with lock:
            came.set()
            idle.wait()
            woken.append(name)

    sleepers = []
    for name in range(4):
        came = threading.Event()
        sleepers.append(threading.Thread(target=sleeps, args=(name,), daemon=True))
        sleepers[-1].start()
        came.wait()
    for at in (3, 2):
        with lock:
            idle.notify()
        sleepers[at].join(10)
    assert woken == [3, 2]
    with lock:
        idle.notify_all()
        idle.notify()  # nobody is left: nothing happens
    for one in sleepers:
        one.join(10)
    assert sorted(woken) == [0, 1, 2, 3]
