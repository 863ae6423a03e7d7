"""How requests come to the event loop, and answers from it."""

import asyncio
import socket

from noughts.cli.serve import _listen
from noughts.web.door import Door


def test_an_address_that_sends_much_at_once_is_let_in_little_by_little_and_others_in_between() -> None:
    entered: list[str] = []

    async def enter(door: Door, address: str) -> None:
        await door.enter(address)
        entered.append(address)

    async def crowd() -> None:
        door = Door()
        await enter(door, "alone")  # nobody else is there: at once
        assert entered == ["alone"]
        many = [asyncio.create_task(enter(door, "greedy")) for _ in range(60)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        other = asyncio.create_task(enter(door, "other"))
        await other
        assert entered.count("greedy") < 10
        await asyncio.gather(*many)
        assert entered.count("greedy") == 60

    asyncio.run(crowd())


def test_one_who_has_gone_keeps_nobody_waiting() -> None:
    async def leave() -> None:
        door = Door()
        waiting = [asyncio.create_task(door.enter("here")) for _ in range(30)]
        await asyncio.sleep(0)
        for task in waiting[5:25]:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.wait_for(door.enter("here"), 10)
        assert [task.cancelled() for task in waiting].count(True) == 20

    asyncio.run(leave())


def test_an_answer_is_sent_without_waiting_for_the_one_before_to_have_come() -> None:
    async def accept() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Protocol(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted = transport.get_extra_info("socket")
                found.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        listening = _listen("127.0.0.1", 0)
        server = await asyncio.get_running_loop().create_server(Protocol, sock=listening)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        has_no_delay = await asyncio.wait_for(found, 10)
        writer.close()
        server.close()
        return has_no_delay

    assert asyncio.run(accept())
