"""However many decide at once, the event loop goes round in between, and people go before clocks."""

import asyncio

from bot.tables.turns import Rank, Turns


async def test_a_few_in_each_round() -> None:
    turns, rounds, passed = Turns(3), 0, []

    async def one(number: int) -> None:
        await turns.turn(Rank.CLOCK)
        passed.append((rounds, number))

    tasks = [asyncio.create_task(one(number)) for number in range(10)]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        rounds += 1
    assert [number for _, number in passed] == list(range(10))
    assert max(sum(at == round_ for at, _ in passed) for round_ in range(rounds)) <= 3


async def test_people_go_first() -> None:
    turns, passed = Turns(1), []

    async def one(rank: Rank, name: str) -> None:
        await turns.turn(rank)
        passed.append(name)

    clocks = [asyncio.create_task(one(Rank.CLOCK, "clock")) for _ in range(5)]
    await asyncio.sleep(0)
    person = asyncio.create_task(one(Rank.PERSON, "person"))
    await asyncio.gather(person, *clocks)
    assert passed.index("person") <= 2
    assert len(passed) == 6


async def test_who_gives_up_takes_no_turn_and_nothing_goes_on_at_rest() -> None:
    turns = Turns(1)
    await turns.turn(Rank.PERSON)
    waiting = [asyncio.create_task(turns.turn(Rank.CLOCK)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for _ in range(4):
        await asyncio.sleep(0)
    assert not turns._due
