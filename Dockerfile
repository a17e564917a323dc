# The bot alone: run.txt and nothing else, not as root, its data in /data.
FROM python:3.11-slim AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv /opt/venv
WORKDIR /app
COPY requirements requirements
RUN /opt/venv/bin/pip install -r requirements/run.txt -r requirements/build.txt
COPY pyproject.toml README.md LICENSE ./
COPY assets assets
COPY bot bot
RUN /opt/venv/bin/pip install --no-deps --no-build-isolation --editable . \
    && /opt/venv/bin/pip uninstall --yes setuptools \
    && /opt/venv/bin/python -m compileall -q bot


FROM python:3.11-slim

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    QUEGUAN_DB=/data/queguan.db \
    QUEGUAN_LOG_FORMAT=json \
    QUEGUAN_HEALTH_PORT=8080

# Shapes names in Devanagari, Thai and their like.
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin queguan \
    && install --directory --owner queguan --mode 0750 /data
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app

WORKDIR /data
VOLUME /data
USER queguan
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['QUEGUAN_HEALTH_PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["queguan"]
CMD ["run"]
