"""Whatever is booked, taken back, settled and closed: the kept balances are the sums, and the sums are zero."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import ledger_totals, ledger_write
from bot.store.check import check, rebuild_balances
from bot.store.schema import migrations, statements
from bot.tables.ledger_values import (
    BOTS,
    AccountId,
    AllTime,
    Booked,
    Booking,
    BookingKind,
    Line,
    Measure,
    Reversal,
    Season,
    Span,
    Tally,
    TotalsQuery,
    net_of,
    pot_of,
)

ACCOUNTS = (*(AccountId(str(number)) for number in range(1, 6)), BOTS, pot_of("t"))
GUILDS = (1, 2)

lines = st.builds(
    Line,
    payer=st.sampled_from(ACCOUNTS),
    payee=st.sampled_from(ACCOUNTS),
    points=st.integers(1, 50),
    reason=st.sampled_from(("hu", "gang")),
)
tallies = st.lists(
    st.builds(
        Tally,
        account=st.sampled_from(ACCOUNTS),
        hands=st.integers(0, 2),
        wins=st.integers(0, 2),
        self_draws=st.integers(0, 1),
        deal_ins=st.integers(0, 1),
        won=st.integers(0, 90),
        biggest=st.none() | st.integers(1, 90),
    ),
    unique_by=lambda tally: tally.account,
    max_size=4,
)


@dataclass(frozen=True)
class Undo:
    """Take back the booking at this place (modulo how many there are)."""

    place: int


@dataclass(frozen=True)
class EndSeason:
    guild: int


bookings = st.builds(
    Booking,
    key=st.uuids().map(str),
    guild=st.sampled_from(GUILDS),
    kind=st.sampled_from([kind for kind in BookingKind if kind is not BookingKind.REVERSAL]),
    at=st.integers(0, 30).map(float),
    lines=st.lists(lines, max_size=5).map(tuple),
    tallies=tallies.map(tuple),
    rules=st.sampled_from((None, "lishui", "mawan")),
)
steps = st.lists(
    bookings | st.builds(Undo, st.integers(0, 50)) | st.builds(EndSeason, st.sampled_from(GUILDS)), max_size=25
)


@dataclass(slots=True)
class Row:
    """A booking of the plain model."""

    key: str
    guild: int
    season: int
    settles: bool
    rules: str | None
    at: float
    points: dict[AccountId, int]
    counts: dict[AccountId, tuple[int, ...]]
    biggest: dict[AccountId, int]
    taken_back: bool = False


@dataclass
class Model:
    """The ledger as a list."""

    rows: list[Row] = field(default_factory=list)
    season: Counter[int] = field(default_factory=lambda: Counter(dict.fromkeys(GUILDS, 1)))

    def book(self, one: Booking) -> None:
        self.rows.append(
            Row(
                one.key,
                one.guild,
                self.season[one.guild],
                one.kind is BookingKind.SETTLE_UP,
                one.rules,
                one.at,
                net_of(one.lines),
                {t.account: (t.hands, t.wins, t.self_draws, t.deal_ins, t.won) for t in one.tallies},
                {t.account: t.biggest for t in one.tallies if t.biggest is not None},
            )
        )

    def undo(self, place: int, old_biggest: dict[AccountId, int]) -> None:
        old = self.rows[place]
        old.taken_back = True
        self.rows.append(
            Row(
                f"undo:{old.key}",
                old.guild,
                self.season[old.guild],
                old.settles,
                old.rules,
                99.0,
                {account: -points for account, points in old.points.items()},
                {account: tuple(-count for count in counts) for account, counts in old.counts.items()},
                old_biggest,
            )
        )

    def totals(self, query: TotalsQuery) -> dict[AccountId, tuple[int | None, ...]]:
        """Earned, balance, five counts, biggest of each account."""
        out: dict[AccountId, list[int | None]] = {}
        for row in self.rows:
            if row.guild != query.guild or (query.rules is not None and row.rules != query.rules):
                continue
            if isinstance(query.scope, Season) and row.season != query.scope.number:
                continue
            if isinstance(query.scope, Span) and not (query.scope.start or 0) <= row.at < (query.scope.end or 1e9):
                continue
            for account in {*row.points, *row.counts}:
                sums = out.setdefault(account, [0] * 7 + [None])
                points = row.points.get(account, 0)
                added = (0 if row.settles else points, points, *row.counts.get(account, (0,) * 5))
                sums[:7] = [(old or 0) + new for old, new in zip(sums, added, strict=False)]
                if not row.taken_back and account in row.biggest:
                    sums[7] = max(sums[7] or 0, row.biggest[account])
        return {account: tuple(sums) for account, sums in out.items()}


def memory() -> sqlite3.Connection:
    conn = sqlite3.connect(":memory:", isolation_level=None)
    conn.execute("PRAGMA foreign_keys = ON")
    for step in migrations():
        for statement in statements(step.script):
            conn.execute(statement)
    return conn


def play(conn: sqlite3.Connection, model: Model, done: Sequence[Booking | Undo | EndSeason]) -> None:
    undone_biggest: dict[str, dict[AccountId, int]] = {}
    for step in done:
        conn.execute("BEGIN")
        match step:
            case Booking():
                assert ledger_write.book(conn, step) == Booked(step.key, fresh=True)
                model.book(step)
            case EndSeason(guild):
                assert ledger_totals.end_season(conn, guild, model.season[guild], "", 50.0)
                model.season[guild] += 1
            case Undo() if model.rows:
                place = step.place % len(model.rows)
                old = model.rows[place]
                reversal = Reversal(f"undo:{old.key}", old.guild, old.key, 99.0)
                assert ledger_write.reverse(conn, reversal) == Booked(reversal.key, fresh=not old.taken_back)
                if not old.taken_back:
                    undone_biggest[reversal.key] = old.biggest
                    model.undo(place, undone_biggest.get(old.key, {}))
            case Undo():
                pass
        conn.execute("COMMIT")


@settings(deadline=None)
@given(steps)
def test_balances_are_what_a_plain_list_comes_to(done: list[Booking | Undo | EndSeason]) -> None:
    model = Model()
    with closing(memory()) as conn:
        play(conn, model, done)
        scopes = (AllTime(), Season(1), Season(2), Span(5.0, 20.0), Span(None, None))
        for guild in GUILDS:
            for query in (
                TotalsQuery(guild=guild, scope=scope, rules=rules, measure=measure, limit=100)
                for scope in scopes
                for rules in (None, "lishui")
                for measure in Measure
            ):
                expected = model.totals(query)
                page = ledger_totals.totals(conn, query)
                found = {
                    row.account: (
                        *(row.earned, row.balance, row.hands, row.wins),
                        *(row.self_draws, row.deal_ins, row.won, row.biggest),
                    )
                    for row in page.rows
                }
                assert found == {account: sums for account, sums in expected.items() if not account.startswith("pot")}
                pots = [sums for account, sums in expected.items() if account.startswith("pot")]
                assert page.sum == -sum(sums[query.measure is Measure.BALANCE] or 0 for sums in pots)
                order = [row.earned if query.measure is Measure.EARNED else row.balance for row in page.rows]
                assert order == sorted(order, reverse=True)
                assert [row.rank for row in page.rows] == [1 + sum(o > mine for o in order) for mine in order]
                kept = ledger_totals.balances(conn, guild, query.scope)
                assert sum(kept.values()) == 0
        assert check(conn) == ()


@settings(deadline=None)
@given(steps)
def test_balances_can_be_made_anew(done: list[Booking | Undo | EndSeason]) -> None:
    with closing(memory()) as conn:
        play(conn, Model(), done)
        before = conn.execute("SELECT * FROM balances ORDER BY 1, 2, 3, 4").fetchall()
        conn.execute("BEGIN")
        rebuild_balances(conn)
        conn.execute("COMMIT")
        assert conn.execute("SELECT * FROM balances ORDER BY 1, 2, 3, 4").fetchall() == before
