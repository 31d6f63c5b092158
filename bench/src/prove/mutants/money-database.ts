import { type Mutant, seenBy } from "./mutant.ts";

const migrations = "server/src/database/migrations";

/** What the database refuses by itself. */
const refused: readonly Mutant[] = [
  ...seenBy(
    "server/src/database/refusals.test.ts",
    {
      broken: "the program's role may write balances and counters, and take consents away",
      sql: `grant update on ledger_accounts, request_totals to idanimo_app; grant delete on consents to idanimo_app`,
      laws: [
        "the program's role is refused %s",
        "R-01 balances are what the transfers say the program's role is refused a balance written by hand",
        "R-03 R-09 an item ends once, by the function that knows the refund the program's role is refused a counter",
        "R-10 what was done stays written the program's role is refused a consent taken away",
        "R-15 what the program's role may do, as a person reads it",
      ],
    },
    {
      broken:
        "a wallet may be below zero, a reference be used twice, money go from house to house, a result be of what nobody paid",
      sql: `alter table ledger_accounts drop constraint wallet_never_negative;
        alter table payments drop constraint payments_reference_key;
        insert into allowed_postings values ('ADJUSTMENT', 'revenue', 'tax');
        drop trigger results_need_charge on results`,
      laws: [
        "R-02 no wallet goes below zero the program's role is refused a transfer of more than there is",
        "refused from one house account to another",
        "R-04 what is not charged is not paid and shows nothing the program's role is refused a result of what nobody paid",
        "R-06 one key, one effect; one reference, one credit the program's role is refused a reference again",
      ],
    },
    {
      broken: "transfers may be changed, and an item may end twice",
      sql: `drop trigger ledger_transfers_append_only on ledger_transfers; drop trigger purchase_items_end_once on purchase_items`,
      laws: ["R-15 what must never change is refused even to the owner", "a second outcome"],
    },
    {
      broken: "a top-up may come out of the house's own adjustments",
      sql: `insert into allowed_postings values ('TOPUP', 'adjustments', 'wallet')`,
      laws: ["a charge into the wrong kind of account"],
    },
    {
      broken: "the program's role reaches the queue's tables",
      sql: `grant usage on schema graphile_worker to idanimo_app`,
      laws: ["R-15 the program's role is no superuser, owns nothing and reaches no queue table"],
    },
  ),
  ...seenBy(
    "server/src/database/second-lock.test.ts",
    {
      broken: "every account sees every report",
      sql: `alter table reports disable row level security`,
      laws: ["%s: no other scope sees, changes, deletes or adds a row", "reports: no other scope sees"],
    },
    {
      broken: "an account does not see its own reports",
      sql: `alter policy owners_rows on reports using (current_setting('idanimo.owner', true) = 'system')`,
      laws: ["%s: its own account sees it, and may write what is its own", "reports: its own account sees it"],
    },
  ),
  ...seenBy("server/src/database/invariants.test.ts", {
    broken: "a refund gives back no tax",
    edits: [[`${migrations}/0013_bulk.sql`, "item.tax_minor)) legs", "0)) legs"]],
    laws: ["R-15 all laws hold after everything a purchase can go through"],
  }),
];

/** Lives and their moves. */
const moves: readonly Mutant[] = [
  ...seenBy(
    "server/src/database/moves.test.ts",
    {
      broken: "the program lets a purchase that was paid be abandoned",
      edits: [
        [
          "server/src/modules/payments/states.ts",
          'all_items_closed: "completed" }',
          'all_items_closed: "completed", quote_ended: "abandoned" }',
        ],
      ],
      laws: [
        "is the same table in the program and in the database",
        "moves along its table and no other way, whoever asks the database",
        "R-09 every legal move, one a line",
      ],
    },
    {
      broken:
        "the database names no states of payments, lets purchases begin anywhere, and has moves of a life that is none",
      sql: `alter table payments drop constraint payments_state_check; drop trigger purchases_begin on purchases;
        insert into allowed_moves values ('refund', 'asked', 'confirmed')`,
      laws: [
        "has the states in its check that the contract names",
        "begins at its first state only",
        "R-09 no other life has moves",
      ],
    },
  ),
  ...seenBy(
    "server/src/database/by-statement.test.ts",
    {
      broken: "a move is legal wherever it begins",
      edits: [[`${migrations}/0036_laws_by_statement.sql`, "a.from_state = m.left_state and ", ""]],
      laws: ["of items", "of purchases"],
    },
    {
      broken: "a row that takes another id is not compared",
      edits: [
        [`${migrations}/0036_laws_by_statement.sql`, "old_rows was full join new_rows", "old_rows was join new_rows"],
      ],
      laws: ["a row that takes another id moves nowhere"],
    },
    {
      broken: "to stay in a state is a move",
      edits: [[`${migrations}/0036_laws_by_statement.sql`, "is distinct from was.state) m", "is not null) m"]],
      laws: ["and to move none of them is no illegal move"],
    },
    {
      broken: "a result is kept of a purchase that nobody paid",
      edits: [
        [
          `${migrations}/0036_laws_by_statement.sql`,
          "select p.state in ('paid', 'completed')",
          "select p.state in ('initiated', 'paid', 'completed')",
        ],
      ],
      laws: ["R-04 one result of what nobody paid refuses those that come with it"],
    },
  ),
];

/** Lines to the database, and what is said where they break. */
const lines: readonly Mutant[] = [
  ...seenBy("server/src/database/archive-meters.test.ts", {
    broken: "a log of changes counts as put away unless it both failed and hangs",
    edits: [
      [
        "server/src/database/archive-meters.ts",
        "coalesce(last_archived_time, '-infinity') or",
        "coalesce(last_archived_time, '-infinity') and",
      ],
    ],
    laws: [
      "R-33 a log of changes that is not put away is told by how long",
      "R-33 a log of changes that hangs on its way is told like one that fails",
    ],
  }),
  ...seenBy(
    "server/src/database/coalesce.test.ts",
    {
      broken: "a line that terminates unexpectedly is said to have written nothing",
      edits: [
        ["server/src/database/unconfirmed.ts", "Connection terminated( unexpectedly)?|", "Connection terminated|"],
      ],
      laws: ["R-23 where the line broke under a batch, each of its members may have been written"],
    },
    {
      broken: "a batch that reached no database is tried one by one",
      edits: [["server/src/database/coalesce.ts", "batch.length > 1 && mayBeOfOne(error)", "batch.length > 1"]],
      laws: ["R-26 a pool that gives nothing fails all within one wait: $message"],
    },
    {
      broken: "each of those tried one by one waits for a database out of reach",
      edits: [["server/src/database/coalesce.ts", "if (!mayBeOfOne(error)) outOfReach = error;", ""]],
      laws: ["R-26 a pool that gives nothing is not waited for by each of those tried one by one"],
    },
  ),
  ...seenBy(
    "server/src/database/unconfirmed.test.ts",
    {
      broken: "a commit whose line breaks is said to have written nothing",
      edits: [["server/src/database/database.ts", "confirming(sql`commit`.execute(tx))", "sql`commit`.execute(tx)"]],
      laws: ["R-23 a line that breaks while a transaction commits leaves open what was written"],
    },
    {
      broken: "a transaction that broke before its commit is said to be open",
      edits: [["server/src/database/database.ts", "await work(tx);", "await confirming(work(tx));"]],
      laws: ["R-23 one that breaks before that has written nothing, and says so"],
    },
    {
      broken: "a line that was reset is said to have written nothing",
      edits: [["server/src/database/unconfirmed.ts", "|ECONNRESET|", "|"]],
      laws: ["R-23 $error leaves open what was written: $isOpen"],
    },
  ),
  ...seenBy("server/src/database/migrate.test.ts", {
    broken: "a migration waits for a table for as long as it takes",
    edits: [["server/src/database/migrate.ts", "`set lock_timeout = ${patience.askMs}`", '"set lock_timeout = 0"']],
    laws: ["R-32 a migration that waits for a table in use lets everybody else pass"],
  }),
  ...seenBy(
    "server/src/database/pools.test.ts",
    {
      broken: "a connection that did not take on its role is used",
      edits: [["server/src/database/pools.ts", "if (found.rows[0].role !== role) throw new RoleLost(role);", ""]],
      laws: ["R-26 T-43 a way to the database that drops start-up options is refused"],
    },
    {
      broken: "a server that says nothing is waited for sixty times as long",
      edits: [["server/src/database/pools.ts", "query_timeout: ms }", "query_timeout: ms * 60 }"]],
      laws: ["R-24 R-26 a server that says nothing is not waited for"],
    },
  ),
  ...seenBy("server/src/database/prepared.test.ts", {
    broken: "a connection whose prepared statement is stale is used again",
    edits: [["server/src/database/prepared.ts", "destroy === true || isStale", "destroy === true"]],
    laws: ["R-32 a connection whose prepared statement a release has made untrue is not used again"],
  }),
  ...seenBy(
    "server/src/database/primary-only.test.ts",
    {
      broken: "a connection to a server that takes no writes is used",
      edits: [
        [
          "server/src/database/pools.ts",
          'if (found.rows[0]?.read_only !== "off") throw new ReadOnlyServer();',
          "if (!found.rows[0]) return;",
        ],
      ],
      laws: [
        "a connection to a server that takes no writes is refused before anything is asked on it",
        "a program that is given one ends at its start, and names the setting",
      ],
    },
    {
      broken: "a program whose primary takes no writes says that it is ready",
      edits: [["server/src/database/migrate.ts", "and current_setting('transaction_read_only') = 'off'", ""]],
      laws: ["a primary that takes no more writes makes the program say it is not ready"],
    },
    {
      broken: "a payment at a server that takes no writes is an unexpected fault",
      edits: [["server/src/http/app.ts", "|25006|", "|"]],
      laws: ["R-24 a payment that meets one is told to come again"],
    },
    {
      broken: "a setting names another server for reads",
      edits: [
        [
          "server/src/config.ts",
          "  KEYS_DATABASE_URL: database,",
          "  REPLICA_DATABASE_URL: database,\n  KEYS_DATABASE_URL: database,",
        ],
      ],
      laws: ["there is one place that opens pools, one listener, and no setting that names another server for reads"],
    },
  ),
];

/** The database and the ways to it. */
export const moneyDatabase: readonly Mutant[] = [...refused, ...moves, ...lines];
