-- Tables, their logs and what belongs to them.

CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    guild INTEGER,
    channel INTEGER NOT NULL,
    thread INTEGER,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'ended')),
    meta TEXT NOT NULL,
    revision INTEGER NOT NULL
);
CREATE INDEX tables_open ON tables (status) WHERE status <> 'ended';
CREATE INDEX tables_by_guild ON tables (guild);

-- What changes with every action, apart from the rest so that little is written.
CREATE TABLE progress (
    table_number INTEGER PRIMARY KEY REFERENCES tables (number),
    seq INTEGER NOT NULL,
    deadlines TEXT NOT NULL
);

-- A running hand is rows, a finished one is one row of `hands`; together they hold 0 … progress.seq - 1 without a gap.
CREATE TABLE events (
    table_number INTEGER NOT NULL REFERENCES tables (number),
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_number, seq)
);

CREATE TABLE hands (
    table_number INTEGER NOT NULL REFERENCES tables (number),
    hand INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    packed BLOB NOT NULL CHECK (typeof(packed) = 'blob'),
    PRIMARY KEY (table_number, hand),
    CHECK (first <= last)
);

CREATE TABLE messages (
    table_number INTEGER NOT NULL REFERENCES tables (number),
    key TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    prompt TEXT NOT NULL,
    PRIMARY KEY (table_number, key)
) WITHOUT ROWID;

CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL
);

-- People and servers.

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
);

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    settings TEXT NOT NULL DEFAULT '{}',
    season INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE presets (
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    options TEXT NOT NULL,
    author INTEGER NOT NULL,
    PRIMARY KEY (guild, name)
) WITHOUT ROWID;

CREATE TABLE seasons (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    ended REAL NOT NULL,
    PRIMARY KEY (guild, number)
) WITHOUT ROWID;

-- The ledger refers to accounts by number, so that a name can go without touching what was booked.
-- Guild 0 stands for private messages, where people have names and no points.

CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    account TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'bots', 'pot')),
    name TEXT,
    seen REAL,
    UNIQUE (guild, account)
);
CREATE INDEX accounts_by_account ON accounts (account);

CREATE TABLE bookings (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    guild INTEGER NOT NULL,
    season INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('hand', 'forfeit', 'correction', 'settle_up', 'reversal')),
    settles INTEGER NOT NULL CHECK (settles IN (0, 1)),
    rules TEXT CHECK (rules <> ''),
    table_id TEXT,
    hand INTEGER,
    at REAL NOT NULL,
    author INTEGER REFERENCES accounts (id),
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    reverses INTEGER UNIQUE REFERENCES bookings (id),
    digest BLOB NOT NULL,
    CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
);
CREATE INDEX bookings_by_guild ON bookings (guild);
CREATE INDEX bookings_by_time ON bookings (guild, at);
CREATE INDEX bookings_by_table ON bookings (table_id) WHERE table_id IS NOT NULL;

CREATE TABLE lines (
    booking INTEGER NOT NULL REFERENCES bookings (id) DEFERRABLE INITIALLY DEFERRED,
    number INTEGER NOT NULL,
    payer INTEGER NOT NULL REFERENCES accounts (id),
    payee INTEGER NOT NULL REFERENCES accounts (id),
    points INTEGER NOT NULL CHECK (points > 0),
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (booking, number)
) WITHOUT ROWID;

CREATE TABLE entries (
    booking INTEGER NOT NULL REFERENCES bookings (id) DEFERRABLE INITIALLY DEFERRED,
    account INTEGER NOT NULL REFERENCES accounts (id),
    points INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    self_draws INTEGER NOT NULL,
    deal_ins INTEGER NOT NULL,
    won INTEGER NOT NULL,
    biggest INTEGER,
    PRIMARY KEY (booking, account)
) WITHOUT ROWID;
CREATE INDEX entries_by_account ON entries (account);
CREATE INDEX entries_biggest ON entries (account, biggest) WHERE biggest IS NOT NULL;

-- Kept with every booking, so that nobody has to add up the entries. Season 0 is all seasons, rules '' all rule sets.
CREATE TABLE balances (
    guild INTEGER NOT NULL,
    season INTEGER NOT NULL,
    rules TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    earned INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    self_draws INTEGER NOT NULL,
    deal_ins INTEGER NOT NULL,
    won INTEGER NOT NULL,
    biggest INTEGER,
    PRIMARY KEY (guild, season, rules, account)
) WITHOUT ROWID;
CREATE INDEX balances_by_earned ON balances (guild, season, rules, earned DESC);
CREATE INDEX balances_by_balance ON balances (guild, season, rules, balance DESC);

-- Lines and entries come first and the booking seals them: it is refused unless they sum to zero and agree,
-- and nothing can be added, changed or taken away afterwards.

CREATE TRIGGER bookings_sum_to_zero BEFORE INSERT ON bookings BEGIN
    SELECT raise(ABORT, 'the entries do not sum to zero')
    WHERE (SELECT coalesce(sum(points), 0) FROM entries WHERE booking = new.id) <> 0;
    SELECT raise(ABORT, 'the entries are not the sums of the lines')
    WHERE EXISTS (
        SELECT account FROM (
            SELECT payer AS account, -points AS points FROM lines WHERE booking = new.id
            UNION ALL SELECT payee, points FROM lines WHERE booking = new.id
            UNION ALL SELECT account, -points FROM entries WHERE booking = new.id
        ) GROUP BY account HAVING sum(points) <> 0
    );
END;

CREATE TRIGGER entries_are_sealed BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM bookings WHERE id = new.booking) BEGIN
    SELECT raise(ABORT, 'the booking is sealed');
END;
CREATE TRIGGER lines_are_sealed BEFORE INSERT ON lines
WHEN EXISTS (SELECT 1 FROM bookings WHERE id = new.booking) BEGIN
    SELECT raise(ABORT, 'the booking is sealed');
END;

CREATE TRIGGER bookings_stay BEFORE UPDATE ON bookings BEGIN SELECT raise(ABORT, 'the ledger is not changed'); END;
CREATE TRIGGER bookings_remain BEFORE DELETE ON bookings BEGIN SELECT raise(ABORT, 'the ledger is not changed'); END;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT raise(ABORT, 'the ledger is not changed'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'the ledger is not changed'); END;
CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT raise(ABORT, 'the ledger is not changed'); END;
CREATE TRIGGER lines_remain BEFORE DELETE ON lines BEGIN SELECT raise(ABORT, 'the ledger is not changed'); END;
