import { type Actor, scopeOf } from "../../../http/call.ts";
import { brand } from "@idanimo/contract/brand";
import type { Currency } from "@idanimo/contract/money";
import { ok, type Result } from "@idanimo/contract/problems";
import type { DayRange } from "@idanimo/contract/statement-days";
import { drawDocument, queueLongDocument, longDocumentRows } from "../../../documents/index.ts";
import type { Download } from "../../../http/download.ts";
import { findMakers } from "../../accounts/index.ts";
import { writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { maxMovements, resolvePeriod, tooManyMovements } from "./period.ts";
import { buildStatement } from "./statement.ts";
import { findHolder, type Movement, readMovements } from "./store.ts";

/**
 * The statement of one of this user's wallets over a period as PDF; writes an audit row. A long one waits in the
 * queue before it is read, so that waiting requests use no memory.
 */
export async function downloadStatement(
  { db, ids }: Pick<PaymentDeps, "db" | "ids">,
  actor: Actor,
  currency: Currency,
  request: DayRange,
): Promise<Result<Download, "bad_input" | "unavailable">> {
  const owner = scopeOf(actor);
  const { now, ...holder } = await db.transaction(owner, (tx) => findHolder(tx, actor.ownerId));
  const period = resolvePeriod(request, now);
  if (!period.ok) return period;
  const { from, to } = period.value;

  /** Reads the movements; undefined if there are more than `most`. */
  const read = (most: number) =>
    db.transaction(owner, async (tx) => {
      const found = await readMovements(tx, actor.ownerId, currency, period.value, most);
      if (found.movements.length > most) return undefined;
      const entry = {
        actorKind: "user",
        actorId: actor.userId,
        action: "downloaded_statement",
        objectId: actor.ownerId,
      } as const;
      await writeAudit(tx, ids, { ...entry, reason: `${currency} ${from} ${to}` });
      return found;
    });
  const draw = async (found: Awaited<ReturnType<typeof readMovements>>): Promise<Result<Download>> => {
    const makerOf = await findMakers(
      db.single,
      actor,
      found.movements.map(({ madeBy }) => madeBy),
    );
    const nameOf = ({ reason, madeBy }: Movement) =>
      reason === "ADJUSTMENT" && madeBy === null ? "-" : (makerOf(madeBy)?.name ?? "-");
    const document = buildStatement({
      holder,
      currency,
      period: period.value,
      madeAt: now,
      ...found,
      nameOf: actor.member === null ? undefined : nameOf,
    });
    const body = await drawDocument(document, now);
    return ok({ name: `${brand.name}-statement-${currency}-${from}-${to}.pdf`, type: "application/pdf", body });
  };

  const short = await read(longDocumentRows);
  if (short) return draw(short);
  const made = await queueLongDocument(async () => {
    const long = await read(maxMovements);
    return long ? draw(long) : tooManyMovements;
  });
  return made.ok ? made.value : made;
}
