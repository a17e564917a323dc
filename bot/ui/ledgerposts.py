"""The views of a ledger as messages: totals, history, chart."""

from collections.abc import Callable
from typing import Final

from bot.render import ChartPicture, SeriesPicture
from bot.tables.ledger_values import (
    AccountId,
    BookedItem,
    BookingKind,
    HistoryQuery,
    Scope,
    Series,
    SeriesQuery,
    Totals,
    TotalsQuery,
    Way,
)
from bot.texts import Language, text
from bot.ui.house import style_of_table
from bot.ui.ledgerask import LedgerView, Question, account_names, moment, with_page
from bot.ui.post import Button, Choice, Control, Menu, Post, Shot
from bot.ui.replaypost import opening_id
from bot.ui.settling import owing_of
from bot.ui.words import points, rules_name

ROWS: Final = 10
BOOKINGS: Final = 8
LINES: Final = 6
STEPS: Final = 80
LABELS: Final = 5
BOOKING: Final = r"m:l:(?P<guild>\d+):open"

NameOf = Callable[[AccountId], str]


def _paging(question: Question, view: LedgerView, count: int, rows: int) -> tuple[Control, ...]:
    """Buttons to the page before and the page after."""
    last = max(0, (count - 1) // rows)
    page = question.page
    return (
        Button("◀", question.id(view, max(0, page - 1), "o"), 0, disabled=page == 0),
        Button("▶", question.id(view, min(last, page + 1), "n"), 0, disabled=page >= last),
    )


def _other_views(question: Question, shown: LedgerView, row: int) -> tuple[Control, ...]:
    """Buttons to the other views of the same question."""
    first = with_page(question, 0)
    return tuple(
        Button(text(question.language, f"ledger_view.{view.value}"), first.id(view, 0, "v"), row)
        for view in LedgerView
        if view is not shown
    )


# ---------------------------------------------------------------------- totals


async def totals_post(question: Question) -> Post:
    """The running totals, the highest first; of one person their row with more about it."""
    ledger = question.house.store.ledger
    query = TotalsQuery(
        guild=question.guild,
        scope=await question.scope(),
        rules=question.rules,
        offset=question.page * ROWS,
        limit=ROWS,
    )
    if question.person is not None:
        return await _person_post(question, question.person, query)
    page = await ledger.totals(query)
    name = await question.names([row.account for row in page.rows])
    lines = [f"**{question.title('ledger.totals_title')}**"]
    lines += [_row(question.language, row, name(row.account)) for row in page.rows]
    if not page.rows:
        lines.append(text(question.language, "ledger.empty"))
    if page.sum:
        lines.append(text(question.language, "ledger.in_pots", points=points(-page.sum)))
    paging = _paging(question, LedgerView.TOTALS, page.count, ROWS) if page.count > ROWS else ()
    return Post("\n".join(lines), controls=(*paging, *_other_views(question, LedgerView.TOTALS, 1)))


def _row(language: Language, row: Totals, name: str) -> str:
    return text(
        language,
        "ledger.row",
        rank=row.rank,
        name=name,
        points=points(row.earned),
        hands=row.hands,
        wins=row.wins,
        self_draws=row.self_draws,
        deal_ins=row.deal_ins,
        average=_average(row),
        biggest="–" if row.biggest is None else row.biggest,
    )


def _average(row: Totals) -> str:
    return "–" if row.average_win is None else f"{row.average_win:.1f}"


async def _person_post(question: Question, person: AccountId, query: TotalsQuery) -> Post:
    language = question.language
    ledger = question.house.store.ledger
    row = await ledger.totals_of(query, person)
    name = await question.names([person])
    lines = [f"**{question.title('ledger.totals_title')}**"]
    controls: tuple[Control, ...] = _other_views(question, LedgerView.TOTALS, 1)
    if row is None:
        return Post("\n".join([*lines, text(language, "ledger.empty")]), controls=controls)
    lines.append(_row(language, row, name(person)))
    due = (await owing_of(question.house, question.guild)).due.get(person, 0)
    lines.append(text(language, "ledger.balance", points=points(due)))
    biggest = await ledger.biggest(question.guild, person, question.rules, query.scope)
    if biggest is not None and biggest.table is not None and biggest.hand is not None:
        at = int(biggest.at)
        lines.append(text(language, "ledger.biggest", at=at, table=biggest.table, number=biggest.hand))
        replay = Button(text(language, "button.biggest"), opening_id(biggest.table, biggest.hand), 0)
        controls = (replay, *controls)
    return Post("\n".join(lines), controls=controls)


# ---------------------------------------------------------------------- history


async def history_post(question: Question) -> Post:
    """The bookings, the newest first, with a menu that opens each."""
    language = question.language
    page = await question.house.store.ledger.history(
        HistoryQuery(
            guild=question.guild,
            scope=await question.scope(),
            account=question.person,
            rules=question.rules,
            cursor=question.page or None,
            way=Way.NEWER if question.newer else Way.OLDER,
            limit=BOOKINGS,
        )
    )
    name = await question.names([entry.account for item in page.items for entry in item.entries])
    lines = [f"**{question.title('ledger.history_title')}**"]
    lines += [booking_line(language, item, name) for item in page.items]
    if not page.items:
        lines.append(text(language, "ledger.empty"))
        return Post("\n".join(lines), controls=_other_views(question, LedgerView.HISTORY, 2))
    plain = await account_names(question.house, question.guild, language, _accounts(page.items))
    zone = await question.zone()
    choices = tuple(
        Choice(
            f"{moment(item.at, zone):%m-%d %H:%M} {what_it_is(language, item)}",
            item.key[:100],
            " ".join(f"{plain(entry.account)} {points(entry.points)}" for entry in item.entries),
        )
        for item in page.items
    )
    controls = (
        Button("◀", question.id(LedgerView.HISTORY, page.newer or 0, "n"), 0, disabled=page.newer is None),
        Button("▶", question.id(LedgerView.HISTORY, page.older or 0, "o"), 0, disabled=page.older is None),
        Menu(f"m:l:{question.guild}:open", text(language, "ledger.open"), choices, 1),
        *_other_views(question, LedgerView.HISTORY, 2),
    )
    return Post("\n".join(lines), controls=controls)


def _accounts(items: tuple[BookedItem, ...]) -> list[AccountId]:
    return [entry.account for item in items for entry in item.entries]


def what_it_is(language: Language, item: BookedItem) -> str:
    """A booking in a few words; a hand by its rule set, table and number."""
    if item.kind is BookingKind.HAND and item.rules is not None:
        hand = text(language, "ledger.hand", table=item.table or "", number=item.hand or 0)
        return f"{rules_name(language, item.rules)} {hand}"
    return text(language, f"ledger_kind.{item.kind.value}")


def booking_line(language: Language, item: BookedItem, name: NameOf) -> str:
    """A booking in one line; one that was taken back is struck through."""
    shares = " · ".join(f"{name(entry.account)} {points(entry.points)}" for entry in item.entries)
    line = text(language, "ledger.line", at=int(item.at), what=what_it_is(language, item), shares=shares)
    return f"~~{line}~~" if item.reversed_by else line


# ---------------------------------------------------------------------- chart


async def chart_post(question: Question) -> Post:
    """The running totals over time, of one person or of those who stand first."""
    language = question.language
    ledger = question.house.store.ledger
    scope = await question.scope()
    accounts = (question.person,) if question.person is not None else await _first(question, scope)
    query = SeriesQuery(guild=question.guild, accounts=accounts, scope=scope, rules=question.rules, steps=STEPS)
    series = await ledger.series(query) if accounts else Series((), {})
    title = question.title("ledger.chart_title")
    controls = _other_views(question, LedgerView.CHART, 0)
    if not series.times or not any(any(row) for row in series.totals.values()):
        return Post(f"**{title}**\n{text(language, 'ledger.empty')}", controls=controls)
    name = await account_names(question.house, question.guild, language, accounts)
    zone = await question.zone()
    short = series.times[-1] - series.times[0] < 2 * 24 * 3600
    form = "%H:%M" if short else "%m-%d"
    labels: dict[str, int] = {}
    for number in range(LABELS):
        place = round(number * (len(series.times) - 1) / (LABELS - 1))
        labels.setdefault(f"{moment(series.times[place], zone):{form}}", place + 1)
    picture = ChartPicture(
        title=title,
        series=tuple(SeriesPicture(name(account), (0, *row)) for account, row in series.totals.items()),
        labels=tuple((place, label) for label, place in labels.items()),
        style=style_of_table(question.house.settings),
    )
    words = ", ".join(f"{name(account)} {points(row[-1])}" for account, row in series.totals.items())
    return Post(f"**{title}**", (Shot("chart.png", picture, words),), controls)


async def _first(question: Question, scope: Scope) -> tuple[AccountId, ...]:
    query = TotalsQuery(guild=question.guild, scope=scope, rules=question.rules, limit=LINES)
    page = await question.house.store.ledger.totals(query)
    return tuple(row.account for row in page.rows)
