import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { login, logout, profile } from "@idanimo/contract/accounts";
import { createSession, quote } from "@idanimo/contract/verification";
import { checkPayment, startPayment, walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { searchOf } from "../../campaign/searches.ts";
import { type Chance } from "../../chance.ts";
import { send, signIn, solvedCaptcha, untilAnswered, wordOf } from "../../client.ts";
import type { Fleet } from "../../fleet.ts";
import { accountsOf } from "./shop.ts";
import { openPage } from "./streams.ts";

/** What many programs must do as one. Each law is tried once and says what is wrong. */
export type SharedLaw = { readonly name: string; try(fleet: Fleet, chance: Chance): Promise<readonly string[]> };

const at = <Value>(values: readonly Value[], place: number): Value => {
  const value = values[place % values.length];
  if (value === undefined) throw new Error("the fleet is empty");
  return value;
};

/** What came of many calls at once. */
const wordsOf = (calls: readonly Promise<unknown>[]): Promise<readonly string[]> => Promise.all(calls.map(wordOf));
const timesOf = (words: readonly string[], word: string) => words.filter((one) => one === word).length;

/** One captcha sent to every program at once. */
const captchaOnce: SharedLaw = {
  name: "a captcha is spent once over all",
  async try(fleet) {
    const { email, password } = at(accountsOf(fleet), 0);
    const captcha = await solvedCaptcha(at(fleet.urls, 0));
    const words = await wordsOf(
      [...fleet.urls, ...fleet.urls].map((url) => send(url, login, { email, password, ipAddress: null, captcha }, "")),
    );
    const good = timesOf(words, "ok");
    return good === 1 && timesOf(words, "captcha_failed") === words.length - 1
      ? []
      : [`it was taken so: ${words.join()}`];
  },
};

/** A sign-in ended at one program is refused at the next at once. */
const endedEverywhere: SharedLaw = {
  name: "a sign-in that ended is over everywhere",
  async try(fleet, chance) {
    const { email, password } = at(accountsOf(fleet), 0);
    const first = Math.floor(chance.next() * 3);
    const { token } = await signIn(at(fleet.urls, first), email, password);
    for (const url of fleet.urls) await send(url, profile, {}, token);
    await send(at(fleet.urls, first), logout, {}, token);
    const words = await wordsOf(fleet.urls.map((url) => send(url, profile, {}, token)));
    return words.every((word) => word === "not_signed_in") ? [] : [`after the end: ${words.join()}`];
  },
};

/** The provider's notice comes to one program while the others are asked: the money is there once. */
const settledOnce: SharedLaw = {
  name: "a payment settles once",
  async try(fleet, chance) {
    const { email, password } = at(accountsOf(fleet), 0);
    const { token } = await signIn(at(fleet.urls, 1), email, password);
    const balance = async () => (await send(at(fleet.urls, 2), profile, {}, token)).walletBalance;
    const before = await balance();
    const amount = 1_000 + Math.floor(chance.next() * 1_000);
    const { link, txRef } = (
      await send(at(fleet.urls, 1), startPayment, { amount, currency: "NGN", type: "TOPUP" }, token)
    ).data;
    const outcome = chance.one(["approve", "twice"]);
    const noticed = fetch(link, { method: "POST", body: new URLSearchParams({ outcome }) });
    const check = async (url: string) => {
      for (;;) {
        const { data } = await untilAnswered(() => send(url, checkPayment, { transactionRef: txRef }, token));
        if (data.status === "successful") return;
        await sleep(20);
      }
    };
    await Promise.all([noticed, ...[...fleet.urls, ...fleet.urls].map(check)]);
    await sleep(200); // a second notice may be on its way
    const gained = (await balance()) - before;
    return gained === BigInt(amount) * 100n ? [] : [`${amount} naira came in, and the wallet has ${gained} kobo more`];
  },
};

/** A purchase paid at one program is heard at all of them, its look-up made once, and the same payment elsewhere is the same. */
const heardEverywhere: SharedLaw = {
  name: "events reach every program, and work is done once",
  async try(fleet, chance) {
    const { email, password } = at(accountsOf(fleet), 0);
    const { token } = await signIn(at(fleet.urls, 0), email, password);
    const pages = fleet.urls.map((url) => openPage([url], token));
    while (pages.some(({ isOpen }) => !isOpen)) await sleep(20);
    const wrong: string[] = [];
    const search = searchOf("nin", chance, ["0005"]); // no contact: closed at once
    if (!search) return ["nothing to buy"];
    const made = await send(at(fleet.urls, 0), createSession, { ...search, currency: "NGN" }, token);
    const { sessionCode, transactionID } = made;
    const pay = { sessionCode, transactionID, amount: String(Number(made.quote.total) / 100) };
    const key = randomUUID();
    const words = await Promise.all(
      fleet.urls.map((url) =>
        untilAnswered(() => send(url, walletPayment, pay, token, key)).then(({ status }) => status),
      ),
    );
    if (words.some((word) => word !== "success")) wrong.push(`one payment was answered so: ${words.join()}`);
    const hasHeard = (page: (typeof pages)[number]) => page.heard.some((line) => line.includes("item_closed"));
    for (let waited = 0; waited < 30_000 && !pages.every(hasHeard); waited += 50) await sleep(50);
    const deaf = pages.filter((page) => !hasHeard(page)).length;
    if (deaf > 0) wrong.push(`${deaf} of ${pages.length} programs told their page nothing`);
    if (pages.some((page) => page.heard.filter((line) => line.includes("item_closed")).length > 1))
      wrong.push("a page heard of the same end twice");
    for (const page of pages) page.close();
    const { rows } = await fleet.owner.query<{ attempts: string; charges: string }>(
      `select (select count(*) from lookup_attempts where request_id = i.id) as attempts,
         (select count(*) from ledger_transfers where key = 'purchase:' || p.id and leg = 1) as charges
       from purchases p join purchase_items i on i.purchase_id = p.id where p.session_code = $1`,
      [sessionCode],
    );
    if (Number(rows[0]?.attempts) !== 1) wrong.push(`it was looked up ${rows[0]?.attempts ?? "no"} times`);
    if (Number(rows[0]?.charges) !== 1) wrong.push(`it was charged ${rows[0]?.charges ?? "no"} times`);
    return wrong;
  },
};

/** An operator's new price holds at every program for the next quote. */
let priceBefore = 500;
const samePrice: SharedLaw = {
  name: "a new price is everywhere at once",
  async try(fleet, chance) {
    const { email, password } = at(accountsOf(fleet), 0);
    const { token } = await signIn(at(fleet.urls, 0), email, password);
    const search = searchOf("nin", chance, ["1234"]);
    if (!search) return ["nothing to buy"];
    const { purpose: _purpose, ...typed } = search;
    const totals = async () =>
      Promise.all(fleet.urls.map(async (url) => (await send(url, quote, { ...typed, currency: "NGN" }, token)).total));
    const before = await totals();
    let price: number;
    do price = 500 + Math.floor(chance.next() * 300);
    while (price === priceBefore); // an operator may not set what it is already
    priceBefore = price;
    const said = await fleet.operator("set-price", "nin", "--price", String(price), "--as", "ada");
    if (said.code !== 0) return [`the operator was told: ${said.words}`];
    const after = await totals();
    const isOne = new Set(after).size === 1;
    return isOne && after[0] !== before[0] ? [] : [`${before.join()} became ${after.join()}`];
  },
};

/** A limit counts what all programs are asked together. */
const countedTogether: SharedLaw = {
  name: "wrong passwords are counted together",
  async try(fleet) {
    const { email } = at(accountsOf(fleet), 1);
    const tries = fleet.urls.flatMap((url) => Array.from({ length: 8 }, () => url));
    const captchas = await Promise.all(tries.map(solvedCaptcha));
    const words = await wordsOf(
      tries.map((url, place) =>
        send(
          url,
          login,
          { email, password: `Wrong-${place}-password`, ipAddress: null, captcha: captchas[place] ?? "" },
          "",
        ),
      ),
    );
    const [looked, refused] = [timesOf(words, "incorrect_credentials"), timesOf(words, "too_many_requests")];
    const counts = [...new Set(words)].map((word) => `${timesOf(words, word)} ${word}`);
    return looked === 10 && looked + refused === words.length ? [] : [counts.join(", ")];
  },
};

const lookUpsTogether: SharedLaw = {
  name: "look-ups a day are counted together",
  async try(fleet, chance) {
    const { email, password } = at(accountsOf(fleet), 0);
    const { token } = await signIn(at(fleet.urls, 0), email, password);
    const { rows } = await fleet.owner.query(
      "select points from rate_limits r join users u on r.key = 'lookup_account:' || u.id where u.email = $1",
      [email],
    );
    const [used] = z.array(z.object({ points: z.number() })).parse(rows);
    const most = Number(/lookup_account=(\d+)/.exec(fleet.settings["LIMITS"] ?? "")?.[1]);
    const before = most - (used?.points ?? 0);
    const words = await wordsOf(
      Array.from({ length: before + 30 }, (_one, place) => {
        const search = searchOf("nin", chance, ["1234"]);
        if (!search) throw new Error("nothing to buy");
        return untilAnswered(() => send(at(fleet.urls, place), createSession, { ...search, currency: "NGN" }, token));
      }),
    );
    const good = timesOf(words, "ok");
    return good === before
      ? []
      : [`${good} look-ups were begun where ${before} were left: ${[...new Set(words)].join()}`];
  },
};

/** Sign-ins of a round, and what they and their payments take of limits that are not what is looked at. */
export const wide = [
  "login_address",
  "payment_check_account",
  "payment_start_account",
  "payment_start_address",
  "inbound_address",
  "captcha_address",
  "alike_thousand_account",
  "alike_million_account",
];

/** Each of these may be tried many times; those at the end use a day's limit up. */
export const sharedLaws: readonly SharedLaw[] = [captchaOnce, endedEverywhere, settledOnce, heardEverywhere, samePrice];
export const usedUp: readonly SharedLaw[] = [lookUpsTogether, countedTogether];
