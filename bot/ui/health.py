"""How the bot is doing, over HTTP: ``/healthz`` for whoever restarts it, ``/metrics`` for Prometheus."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from bot.ui.house import House

STALE_SECONDS: Final = 60.0
"""A gateway that has not answered, or was not there, for so many seconds is not well."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of a moment. ``latency`` is the gateway's in seconds, None while there is none."""

    well: bool
    tables: int
    players: int
    waiting_requests: int
    latency: float | None


def figures_of(house: House) -> Figures:
    """What can be counted now."""
    boards = house.tables.open_tables()
    latency = house.bot.latency
    known = latency if latency == latency and latency != float("inf") else None
    there = house.bot.is_ready() and not house.bot.is_closed() and not house.bot.cut_off
    return Figures(
        well=there and (known is None or known < STALE_SECONDS),
        tables=len(boards),
        players=len({user for board in boards for user in board.meta.people()}),
        waiting_requests=house.budget.waiting,
        latency=known,
    )


class Health:
    """The little server; ``figures`` is asked at every request."""

    def __init__(self, figures: Callable[[], Figures]) -> None:
        self._figures = figures
        self._registry = CollectorRegistry()
        self._gauges = {
            name: Gauge(f"queguan_{name}", name.replace("_", " "), registry=self._registry)
            for name in ("up", "tables", "players", "waiting_requests", "gateway_latency_seconds", "loop_tasks")
        }
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int) -> None:
        """Serve from now on; OSError where the port is taken."""
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()

    async def stop(self) -> None:
        """Serve no longer."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _healthz(self, _request: web.Request) -> web.Response:
        figures = self._figures()
        body = {
            "ok": figures.well,
            "tables": figures.tables,
            "players": figures.players,
            "waiting_requests": figures.waiting_requests,
            "latency_ms": None if figures.latency is None else round(figures.latency * 1000),
        }
        return web.json_response(body, status=200 if figures.well else 503)

    async def _metrics(self, _request: web.Request) -> web.Response:
        figures = self._figures()
        values = {
            "up": float(figures.well),
            "tables": float(figures.tables),
            "players": float(figures.players),
            "waiting_requests": float(figures.waiting_requests),
            "gateway_latency_seconds": figures.latency if figures.latency is not None else float("nan"),
            "loop_tasks": float(len(asyncio.all_tasks())),
        }
        for name, value in values.items():
            self._gauges[name].set(value)
        return web.Response(body=generate_latest(self._registry), headers={"Content-Type": CONTENT_TYPE_LATEST})
