import { profile } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { textFromMinor } from "@idanimo/contract/money";
import { createSession } from "@idanimo/contract/verification";
import { checkPayment, paymentHistory, startPayment, walletPayment } from "@idanimo/contract/wallet";
import { chanceOf } from "../chance.ts";
import { type Client, send } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { answerOf, openWorld } from "./model/world.ts";
import { prove } from "./proof.ts";

/**
 * T-22, T-24, T-27 over the wire of two programs. A round: one purchase is paid fifty times at once, half of it with keys, from a wallet
 * that holds it once; one top-up is asked about five times while five notices tell of it; and one reference is guessed. After each round the
 * wallet and the list hold exactly one charge and one credit more. `--count` rounds.
 */

const payments = 50;
const times = 5;
const laneCount = 2;
/** Of the sandbox: the mark that a notice of the card provider bears. */
const secretHash = "sandbox-flw-secret-hash";

/** The same account, asked through whichever program comes next. */
function spread(fleet: Fleet, { token }: Client): Client {
  let next = 0;
  return {
    token,
    call: (operation, input, key) => {
      next += 1;
      return send(fleet.urls[next % fleet.urls.length] ?? "", operation, input, token, key);
    },
  };
}

async function tell(fleet: Fleet, reference: string): Promise<number> {
  const answer = await fetch(`${fleet.urls[0] ?? ""}${apiBase}/payment/webhook/flutterwave`, {
    method: "POST",
    headers: { "content-type": "application/json", "verif-hash": secretHash },
    body: JSON.stringify({ event: "charge.completed", data: { tx_ref: reference, status: "successful" } }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

await prove(10_000, async ({ count, seed, say }) => {
  const fleet = await startFleet({ api: 2, jobs: 1 });
  const world = await openWorld(fleet);
  const chance = chanceOf(seed);
  const wrong: string[] = [];
  const notes = { charges: 0, credits: 0, guesses: 0, hits: 0 };
  let done = 0;
  /** The newest reference of each lane. */
  const references: string[] = [];

  /** Money in the wallet is as said, or this round is wrong. */
  async function holds(client: Client, minor: bigint, what: string): Promise<void> {
    const { walletBalance } = await client.call(profile, {});
    if (walletBalance !== minor) wrong.push(`${what}: the wallet holds ${walletBalance}, not ${minor}`);
  }

  /** @returns its reference, counted once */
  async function topUp(client: Client, minor: bigint): Promise<string> {
    const order = { amount: textFromMinor(minor), currency: "NGN", type: "TOPUP" } as const;
    const { link, txRef } = (await client.call(startPayment, order)).data;
    const ways = Array.from({ length: times }, (_one, at) => [
      () => client.call(checkPayment, { transactionRef: txRef }),
      () => tell(fleet, txRef),
      ...(at === 0 ? [() => world.press(link, "approve")] : []),
    ]).flat();
    await Promise.all(ways.sort(() => chance.next() - 0.5).map((way) => way()));
    // those before the button were too early; from now on everybody hears the same
    const words = await Promise.all(
      ways.slice(0, times).map(() => client.call(checkPayment, { transactionRef: txRef })),
    );
    if (words.some(({ data }) => data.status !== "successful")) wrong.push(`top-up ${txRef} is not counted`);
    notes.credits += 1;
    return txRef;
  }

  async function lane(at: number): Promise<void> {
    const client = spread(fleet, await world.newClient());
    let balance = 0n;
    let lines = 0;
    while (done < count && wrong.length === 0) {
      done += 1;
      const { fields } = world.newSearch({ kind: "rc", nature: "plain" });
      const made = await client.call(createSession, { ...fields, currency: "NGN" });
      const { total } = made.quote;
      const short = balance < total ? (total > 1_000_00n ? total : 1_000_00n) : 0n;
      if (short > 0n) {
        const own = await topUp(client, short);
        balance += short;
        lines += 1;
        await holds(client, balance, `top-up ${own}`);
        references[at] = own;
        const foreign = references[(at + 1) % laneCount];
        const guess = foreign !== undefined && chance.next() < 0.5 ? foreign : `EA${chance.digits(14)}`;
        const { code } = await answerOf(() => client.call(checkPayment, { transactionRef: guess }));
        notes.guesses += 1;
        if (code !== "not_found" && code !== "ok") wrong.push(`a guess was answered ${code}`);
        if (code === "ok") notes.hits += 1;
      }
      const pay = { sessionCode: made.sessionCode, transactionID: made.transactionID, amount: textFromMinor(total) };
      const keys = Array.from({ length: payments }, (_one, at) =>
        at % 2 === 0 ? `${made.sessionCode}-${at % 5}` : undefined,
      );
      const answers = await Promise.all(keys.map((key) => answerOf(() => client.call(walletPayment, pay, key))));
      const other = answers.find(({ code }) => code !== "ok" && code !== "same_key_in_flight");
      if (other) wrong.push(`one of ${payments} payments was answered ${other.code}`);
      if (answers.every(({ code }) => code !== "ok")) wrong.push("none of the payments went through");
      balance -= total;
      lines += 1;
      notes.charges += 1;
      await holds(client, balance, `purchase ${made.transactionID}`);
      if (done % 100 < laneCount) say(`${done} rounds`);
      if (lines % 20 > 1) continue;
      const { transactions } = await client.call(paymentHistory, { size: 100 });
      const labels = transactions.map(({ transactionID, transactionType }) => `${transactionType} ${transactionID}`);
      if (new Set(labels).size < labels.length) wrong.push("a line is in the list twice");
      if (transactions.length !== Math.min(lines, 100))
        wrong.push(`the list has ${transactions.length} lines of ${lines}`);
    }
  }

  const began = performance.now();
  await Promise.all(Array.from({ length: laneCount }, (_one, at) => lane(at)));
  const seconds = (performance.now() - began) / 1_000;
  if (notes.hits > 0) wrong.push(`${notes.hits} guesses found somebody's payment`);
  wrong.push(...(await fleet.brokenLaws()));
  await fleet.close();
  return {
    broken: done,
    acknowledged: notes.charges + notes.credits,
    lost: 0,
    wrong,
    notes: `${payments} payments at once a round, ${notes.charges} charges, ${notes.credits} credits of ${2 * times} at once, ${notes.guesses} guesses, ${(done / seconds).toFixed(1)} rounds a second`,
  };
});
