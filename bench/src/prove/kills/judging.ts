import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { readStakeholders } from "@idanimo/contract/stakeholders";
import { checkConsent } from "@idanimo/contract/verification";
import * as z from "zod/mini";
import { booksOf, isOpen, type Standing, standings, takenBy } from "../../campaign/books.ts";
import { type Client, untilAnswered } from "../../client.ts";
import type { Fleet } from "../../fleet.ts";
import type { Promised } from "./buying.ts";

/** All that was promised, put beside what is there after everything that broke stands again. */
export type Judged = {
  readonly acknowledged: number;
  readonly lost: number;
  readonly wrong: readonly string[];
  /** From the last break until the last look-up had ended. */
  readonly settledMs: number;
};

/** Within this long every charge has its outcome. Source: R-03. */
const settledWithinMs = 15 * 60_000;
/** What an example account starts with, in kobo. */
const startKobo = 50_000_00n;

const isPaid = ({ state }: Standing) => state === "paid" || state === "completed";
const times = (count: number, words: string) => (count > 0 ? [`${count} ${words}`] : []);

/**
 * @param owners    a client for each account, over programs that stand
 * @param withdrawn tokens of questions whose yes was taken back
 */
export async function judge(
  fleet: Fleet,
  owners: readonly Client[],
  promised: Promised,
  withdrawn: readonly string[],
): Promise<Judged> {
  const began = performance.now();
  const { bought, companies, ended } = promised;
  const isLate = () => performance.now() - began > settledWithinMs;
  let found = await standings(bought);
  const untilEnded = async () => {
    while (found.some(isOpen) && !isLate()) {
      await sleep(1_000);
      const again = await standings(found.filter(isOpen).map((one) => one.bought));
      const now = new Map(again.map((one) => [one.bought.sessionCode, one]));
      found = found.map((one) => now.get(one.bought.sessionCode) ?? one);
    }
  };
  await untilEnded();
  const money = await takenBy(fleet.sandboxUrl, bought, { NGN: promised.toppedUp, USD: 0n });
  found = await standings(bought); // asking settled the last payments, and their look-ups began
  await untilEnded();
  const companyStates = await statesOf(companies, isLate);
  const settledMs = performance.now() - began;

  const instant = new Set(bought.filter(({ way }) => way === "INSTANT").map(({ transactionID }) => transactionID));
  const cameIn = { NGN: 0n, USD: 0n };
  const charged = new Map<string, number>();
  let unbalanced = 0;
  for (const owner of owners) {
    const books = await untilAnswered(() => booksOf(owner, instant, startKobo));
    if (!books.isBalanced) unbalanced += 1;
    for (const currency of ["NGN", "USD"] as const) cameIn[currency] += books.cameIn[currency];
    for (const [label, count] of books.charges) charged.set(label, (charged.get(label) ?? 0) + count);
  }
  const paidFor = new Set(found.filter(isPaid).map((one) => one.bought.transactionID));
  const chargedOnly = [...charged.keys()].filter((label) => !paidFor.has(label)).length;
  const ends = await endsNow(ended);
  const walletLost = found.filter((one) => one.bought.way === "WALLET" && !isPaid(one)).length;
  const notCharged = [...paidFor].filter((label) => !charged.has(label)).length;
  const companiesLost = companyStates.filter((state) => state === "not_bought").length;
  const back = await stillOpen(fleet, withdrawn);
  return {
    acknowledged:
      bought.filter(({ way }) => way === "WALLET").length +
      companies.length +
      promised.topUps +
      ended.size +
      withdrawn.length,
    lost: walletLost + companiesLost + ends.changed + back,
    settledMs,
    wrong: [
      ...times(notCharged, "purchases paid for and not charged"),
      ...times(Math.max(0, chargedOnly - companies.length), "charges of purchases nobody was told of"),
      ...times([...charged.values()].filter((count) => count > 1).length, "purchases charged twice"),
      ...times(found.filter(isOpen).length, "purchases with a look-up still open"),
      ...times(companyStates.filter((state) => state === "running").length, "stakeholder look-ups still open"),
      ...times(ends.gone, "delivered records that are gone without a no"),
      ...times(money.unknown, "payments taken that are neither counted nor put aside"),
      ...times(Math.abs(money.topUps - promised.topUps), "top-ups more or fewer than were promised"),
      ...times(
        (["NGN", "USD"] as const).filter((of) => cameIn[of] !== money.counted[of]).length,
        "currencies in which the card provider took another sum",
      ),
      ...times(unbalanced, "wallets that do not equal their list"),
      ...(await askedTwice(fleet.sandboxUrl, promised.typed, promised.companyOrders)),
      ...(await fleet.brokenLaws()),
    ],
  };
}

async function statesOf(companies: Promised["companies"], isLate: () => boolean): Promise<readonly string[]> {
  for (;;) {
    const states: string[] = [];
    for (const { client, requestId, cacId } of companies) {
      const business = { requestId, cacId };
      const { data } = await untilAnswered(() => client.call(readStakeholders, { business }));
      states.push(data.business.state);
    }
    if (!states.includes("running") || isLate()) return states;
    await sleep(1_000);
  }
}

/** What was seen to have ended, against what it is now: an outcome stays, and so does a record, unless its person took it back. */
async function endsNow(ended: Promised["ended"]): Promise<{ readonly changed: number; readonly gone: number }> {
  let [changed, gone] = [0, 0];
  for (const [id, { client, outcome, hadData }] of ended) {
    const now = await untilAnswered(() => client.call(checkConsent, { id }));
    if (now.outcome !== outcome) changed += 1;
    else if (hadData && now.data === null && now.consent !== "terminated") gone += 1;
  }
  return { changed, gone };
}

/** Questions whose yes was taken back and that stand open all the same. */
async function stillOpen(fleet: Fleet, tokens: readonly string[]): Promise<number> {
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const rows = await fleet.owner.query<{ open: number }>(
    "select count(*)::int as open from consents where state <> 'terminated' and token_hash = any ($1)",
    [hashes],
  );
  return rows.rows[0]?.open ?? 0;
}

const counts = z.object({
  lookups: z.object({
    byNumber: z.array(z.object({ product: z.string(), number: z.string(), asked: z.number() })),
  }),
});

/** The lists of a company's people, which are bought by themselves. */
const isPeople = (product: string) => product === "cac_directors" || product === "cac_shareholders";

/**
 * what the sources say they were asked more often than it was bought.
 * @param companyOrders how often the people of each company were bought, where that is counted apart from the company
 */
export async function askedTwice(
  sandbox: string,
  typed: ReadonlyMap<string, number>,
  companyOrders = typed,
): Promise<readonly string[]> {
  const { lookups } = counts.parse(await (await fetch(`${sandbox}/__sandbox/stats`)).json());
  const numbers = lookups.byNumber.filter(
    ({ product, number, asked }) => asked > ((isPeople(product) ? companyOrders : typed).get(number) ?? asked),
  );
  return [...times(numbers.length, "values that a source was asked more often than they were bought")];
}
