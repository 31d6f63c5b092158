import { execFile } from "node:child_process";
import { chown, mkdir, mkdtemp, rmdir, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Fleet } from "../../fleet.ts";

const run = promisify(execFile);

/** Ways in which a database has not enough for everybody. Each lasts until what it answers is called. */
export type Scarcity = {
  readonly name: string;
  /** @returns what ends it; undefined where this machine does not allow it */
  begin(fleet: Fleet): Promise<(() => Promise<void>) | undefined>;
};

const quiet = (client: pg.Client) => client.on("error", () => undefined);
const connect = async (fleet: Fleet) => {
  const client = quiet(new pg.Client(fleet.settings["DATABASE_URL"]));
  await client.connect();
  return client;
};

/** Somebody else takes every connection there is. */
const noConnection: Scarcity = {
  name: "no connection left",
  async begin(fleet) {
    const taken: pg.Client[] = [];
    let isOver = false;
    const take = async () => {
      while (!isOver) {
        const client = quiet(new pg.Client(fleet.settings["DATABASE_URL"]));
        await client.connect().then(
          () => taken.push(client),
          () => sleep(20),
        );
      }
    };
    // what is free, then what the programs let go of: theirs are cut
    const lanes = Array.from({ length: 8 }, take);
    await sleep(1_000);
    await taken[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'idanimo%'",
    );
    return async () => {
      isOver = true;
      await Promise.all(lanes);
      await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
    };
  },
};

/** A table that every payment writes is held: their statements are too slow, and time out. */
const heldTable: Scarcity = {
  name: "statements that take too long",
  async begin(fleet) {
    const client = await connect(fleet);
    await client.query("begin; lock table ledger_transfers in share row exclusive mode");
    await sleep(7_000); // longer than a statement may take
    return async () => {
      await client.query("rollback");
      await client.end();
    };
  },
};

/** Two who wait for each other, with real locks: a wallet and its owner's purchases, in the wrong order. */
const circle: Scarcity = {
  name: "deadlocks",
  async begin(fleet) {
    let isOver = false;
    const turn = async () => {
      const client = await connect(fleet);
      while (!isOver) {
        await client.query("begin");
        await client
          .query("select from purchases where state = 'initiated' order by created_at desc limit 20 for update")
          .then(() => sleep(20))
          .then(() => client.query("select from ledger_accounts where kind = 'wallet' for update"))
          .catch(() => undefined); // it was this one that was chosen
        await client.query("rollback");
        await sleep(50);
      }
      await client.end();
    };
    const turns = [turn(), turn()];
    return async () => {
      isOver = true;
      await Promise.all(turns);
    };
  },
};

/** Tables that one payment and its look-up write, in this order. */
const written = ["purchases", "purchase_items", "ledger_transfers", "lookup_attempts", "results", "audit_log"];

/** The server itself refuses a third of the statements that write, each in the middle of its transaction. */
const refusal = (name: string, code: string): Scarcity => ({
  name,
  async begin({ owner }) {
    await owner.query(
      `create or replace function refuse_some() returns trigger language plpgsql as
       $$ begin if random() < 0.3 then raise exception 'on purpose' using errcode = '${code}'; end if; return null; end $$`,
    );
    for (const table of written)
      await owner.query(
        `create or replace trigger refuse_some after insert or update on ${table} for each statement execute function refuse_some()`,
      );
    return async () => {
      for (const table of written) await owner.query(`drop trigger refuse_some on ${table}`);
    };
  },
});

/** New rows of purchases go to a disk of a few megabytes that is full. For root alone, who may mount one. */
const fullDisk: Scarcity = {
  name: "a full disk",
  async begin({ owner, folder }) {
    if (process.getuid?.() !== 0) return undefined;
    const disk = await mkdtemp(`${folder}/tiny-`);
    const mounted = await run("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", disk]).then(
      () => true,
      () => false,
    );
    if (!mounted) {
      await rmdir(disk);
      return undefined;
    }
    const { uid, gid } = await stat(`${folder}/pg`);
    await chown(disk, uid, gid);
    await mkdir(`${disk}/space`);
    await chown(`${disk}/space`, uid, gid);
    await owner.query(`create tablespace tiny location '${disk}/space'`);
    await owner.query("create table filling (x text) tablespace tiny");
    await owner.query("alter table filling alter column x set storage external");
    await owner.query("alter table outbox_messages set tablespace tiny");
    await owner.query("alter table idempotency_keys set tablespace tiny");
    await owner
      .query("insert into filling select repeat('x', 8000) from generate_series(1, 10000)")
      .catch(() => undefined);
    for (let size = 100; size > 0; size -= 1)
      await owner.query("insert into filling select repeat('x', 1900)").catch(() => undefined);
    return async () => {
      await owner.query("drop table filling");
      await owner.query("alter table outbox_messages set tablespace pg_default");
      await owner.query("alter table idempotency_keys set tablespace pg_default");
      await owner.query("drop tablespace tiny");
      await run("umount", [disk]);
      await rmdir(disk);
    };
  },
};

export const scarcities: readonly Scarcity[] = [
  noConnection,
  heldTable,
  circle,
  refusal("statements cut off", "57014"),
  refusal("locks not given in time", "55P03"),
  refusal("serialization failures", "40001"),
  refusal("no memory", "53200"),
  fullDisk,
];
