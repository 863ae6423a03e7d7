"""Who has the next turn at the server."""

import asyncio
import random
import threading

import pytest

from noughts.web.fair_queue import BusyError, Client, FairQueue, Ledger
from noughts.web.scheduler import LeftError, Scheduler

# The queue


def test_turns_go_by_addresses_first_and_then_by_visitors() -> None:
    ledger = Ledger()
    queue: FairQueue[str] = FairQueue(ledger)

    def take() -> str:
        taken = queue.take() or ""
        ledger.charge("192.0.2.2" if taken.startswith("ada") else "192.0.2.1", 0.001)
        return taken

    for cookie in range(40):
        for number in range(3):
            queue.put(Client("192.0.2.1", f"cookie {cookie}"), f"{cookie}/{number}")
    assert take() == "0/0"
    for number in range(2):
        queue.put(Client("192.0.2.2", "ada"), f"ada/{number}")
    assert [take() for _ in range(5)] == ["ada/0", "1/0", "ada/1", "2/0", "3/0"]
    queue.remove(Client("192.0.2.1", "cookie 4"), "4/0")
    assert take() == "4/1"
    assert queue.take(may=lambda address: address == "192.0.2.2") is None
    assert len(queue) == len(list(queue)) == 40 * 3 + 2 - 8


def test_addresses_share_the_time_and_not_the_turns() -> None:
    """Three addresses always have something waiting, of 1, 10 and 100 ms."""
    ledger = Ledger()
    queue: FairQueue[str] = FairQueue(ledger)
    seconds = {"quick": 0.001, "slow": 0.01, "slowest": 0.1}
    used = dict.fromkeys(seconds, 0.0)
    for address in seconds:
        queue.put(Client(address, ""), address)
    for _ in range(3000):
        address = queue.take() or ""
        used[address] += seconds[address]
        ledger.charge(address, seconds[address])
        queue.put(Client(address, ""), address)
    assert max(used.values()) - min(used.values()) <= 0.1


def test_an_address_that_uses_little_waits_for_none_that_has_used_nothing_yet() -> None:
    """It came first and has used something; then thirty newcomers want all there is, and it comes back now and then."""
    ledger = Ledger()
    queue: FairQueue[str] = FairQueue(ledger)
    for _ in range(1000):
        queue.put(Client("clicks", ""), "clicks")
        assert queue.take() == "clicks"
        ledger.charge("clicks", 0.002)
    for newcomer in range(30):
        queue.put(Client(f"new {newcomer}", ""), f"new {newcomer}")
    waited, chance = [], random.Random(7)
    for turn in range(2000):
        if turn % 50 == 0:
            queue.put(Client("clicks", ""), "clicks")
            waited.append(0)
        address = queue.take() or ""
        if address == "clicks":
            ledger.charge("clicks", 0.002)
        else:
            waited[-1] += "clicks" in list(queue)
            ledger.charge(address, chance.uniform(0.003, 0.007))
            queue.put(Client(address, ""), address)
    assert max(waited[1:]) <= 2, waited
    assert waited[0] <= 30


def test_turns_are_those_of_a_plain_count() -> None:
    """The queue finds the next one without looking at all; here all are looked at."""
    chance, ledger = random.Random(12), Ledger()
    queue: FairQueue[int] = FairQueue(ledger)
    waiting: list[tuple[Client, int]] = []
    stood: dict[str, float] = {}  # the mark with which each address that waits began to
    served: dict[Client, int] = {}
    for turn in range(1, 3000):
        client = Client(f"192.0.2.{chance.randrange(5)}", f"visitor {chance.randrange(6)}")
        if chance.random() < 0.55:
            stood.setdefault(client.address, ledger.mark(client.address))
            queue.put(client, turn)
            waiting.append((client, turn))
        elif chance.random() < 0.2 and waiting:
            gone = chance.choice(waiting)
            queue.remove(*gone)
            waiting.remove(gone)
        else:
            barred = f"192.0.2.{chance.randrange(5)}"
            may = [one for one in waiting if one[0].address != barred]
            marks = {one.address: max(stood[one.address], ledger.charged(one.address)) for one, _ in may}
            taken = queue.take(lambda address, barred=barred: address != barred)  # type: ignore[misc]
            if not may:
                assert taken is None
                continue
            (owner,) = (one for one, number in may if number == taken)
            assert marks[owner.address] == min(marks.values())
            beside = [one for one, _ in may if one.address == owner.address]
            assert served.get(owner, 0) == min(served.get(one, 0) for one in beside)
            assert taken == min(number for one, number in may if one == owner), "in the order of coming"
            served[owner], stood[owner.address] = turn, ledger.mark(owner.address)
            waiting.remove((owner, taken))
            ledger.charge(owner.address, chance.random())
        stood = {address: mark for address, mark in stood.items() if any(one.address == address for one, _ in waiting)}
        assert len(queue) == len(waiting) == len(list(queue))


def test_what_waits_is_bounded_and_a_share_is_kept_for_addresses_that_have_nothing_waiting() -> None:
    queue: FairQueue[int] = FairQueue(Ledger(), of_visitor=3, of_address=30, in_all=100)
    visitor = Client("192.0.2.1", "ada")
    for number in range(3):
        queue.put(visitor, number)
    with pytest.raises(BusyError, match="3 requests of yours"):
        queue.put(visitor, 3)
    for number in range(1000):  # a few greedy addresses, with a new cookie each time
        try:
            queue.put(Client(f"192.0.2.{number % 4}", f"cookie {number}"), number)
        except BusyError:
            break
    assert len(queue) == 75
    for newcomer in range(25):
        queue.put(Client(f"198.51.100.{newcomer}", ""), newcomer)
    with pytest.raises(BusyError, match="too much is being asked for"):
        queue.put(Client("203.0.113.1", ""), 0)
    assert queue.take() is not None
    queue.put(Client("203.0.113.1", ""), 0)


# The event loop


def test_an_address_that_sends_much_at_once_is_let_in_little_by_little_and_others_in_between() -> None:
    entered: list[str] = []

    async def enter(scheduler: Scheduler, address: str) -> None:
        await scheduler.enter(Client(address, ""))
        entered.append(address)

    async def crowd() -> None:
        scheduler = Scheduler()
        await enter(scheduler, "alone")  # nobody else is there: at once
        assert entered == ["alone"]
        many = [asyncio.create_task(enter(scheduler, "greedy")) for _ in range(60)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        other = asyncio.create_task(enter(scheduler, "other"))
        await other
        assert entered.count("greedy") < 10
        await asyncio.gather(*many)
        assert entered.count("greedy") == 60
        await asyncio.to_thread(scheduler.close)

    asyncio.run(crowd())


def test_one_who_has_gone_keeps_nobody_waiting() -> None:
    async def leave() -> None:
        scheduler = Scheduler()
        waiting = [asyncio.create_task(scheduler.enter(Client("here", ""))) for _ in range(30)]
        await asyncio.sleep(0)
        for task in waiting[5:25]:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.wait_for(scheduler.enter(Client("here", "")), 10)
        assert [task.cancelled() for task in waiting].count(True) == 20
        await asyncio.to_thread(scheduler.close)

    asyncio.run(leave())


# The threads


def test_long_work_never_holds_up_short_work_whoever_asks_for_it() -> None:
    async def serve() -> None:
        scheduler, gate, begun = Scheduler(), threading.Event(), list[int]()

        def wait(number: int) -> int:
            begun.append(number)
            gate.wait()
            return number

        long = [
            asyncio.create_task(
                scheduler.run(Client(f"192.0.2.{number}", "greedy"), lambda number=number: wait(number))  # type: ignore[misc]
            )
            for number in range(6)
        ]
        try:
            async with asyncio.timeout(60):
                while not begun:
                    await asyncio.sleep(0.01)
                for number in range(5):
                    work = lambda number=number: number  # noqa: E731
                    assert await scheduler.run(Client("192.0.2.2", "ada"), work, is_short=True) == number
            assert begun == [0], "the others wait until it has ended"
            long[4].cancel()
            gate.set()
            assert await asyncio.gather(*long[:4], long[5]) == [0, 1, 2, 3, 5]
        finally:
            gate.set()
            await asyncio.to_thread(scheduler.close)

    asyncio.run(serve())


def test_work_that_nobody_waits_for_is_not_begun() -> None:
    async def serve() -> None:
        scheduler, gate, begun = Scheduler(), threading.Event(), list[str]()
        here, gone = Client("192.0.2.1", "here"), Client("192.0.2.2", "gone", lambda: True)
        first = asyncio.create_task(scheduler.run(here, gate.wait))
        await asyncio.sleep(0.05)
        cancelled = asyncio.create_task(scheduler.run(here, lambda: begun.append("cancelled")))
        left = asyncio.create_task(scheduler.run(gone, lambda: begun.append("left")))
        wanted = asyncio.create_task(scheduler.run(here, lambda: begun.append("wanted")))
        await asyncio.sleep(0.05)
        cancelled.cancel()
        gate.set()
        await asyncio.gather(first, wanted)
        with pytest.raises(LeftError):
            await left
        assert begun == ["wanted"]
        await asyncio.to_thread(scheduler.close)

    asyncio.run(serve())
