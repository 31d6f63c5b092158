import { createHash, randomBytes, randomUUID } from "node:crypto";
import { closeAccount } from "@idanimo/contract/account-rights";
import type { SearchType } from "@idanimo/contract/catalogue";
import { priceListFrom, quoteFor, servicePrices } from "@idanimo/contract/pricing";
import { companiesRecord } from "@idanimo/contract/records";
import { readStakeholders } from "@idanimo/contract/stakeholders";
import { isRefunded, type Outcome, outcomes } from "@idanimo/contract/verification-states";
import { startPayment, walletPayment } from "@idanimo/contract/wallet";
import { pressOnPage } from "../../campaign/buyers.ts";
import { Refused, send } from "../../client.ts";
import {
  ask,
  asksOrEnds,
  balanceOf,
  consentOf,
  expected,
  type Flow,
  idsInInbox,
  mailsTo,
  type Order,
  order,
  payAtProvider,
  payFromWallet,
  reply,
  takeBack,
  until,
  untilCounted,
  untilPurged,
  untilStill,
  type World,
} from "./flow.ts";

/** Every flow that a crash point lies in. */

/** A dead program may have been told something that it could not keep: then the money goes back. */
const given: Outcome = "PROVIDER_FAILED";
const refunds = (state: string) => outcomes.some((one) => one === state && isRefunded(one));

/** Looks one thing up from the wallet, without a person to ask. */
const simple = (type: SearchType, ending: string, outcome: Outcome, more: object = {}): Flow => ({
  name: `${type} ${outcome}`,
  run: async (world) => {
    const before = await balanceOf(world);
    const made = await order(world, type, ending, more);
    await payFromWallet(world, made);
    await judge(world, made, before, [outcome, given]);
  },
});

/** How it ended, and that the wallet lost the price or nothing. */
async function judge(world: World, made: Order, before: bigint, ends: readonly Outcome[]): Promise<void> {
  const items = await untilStill(world, made);
  for (const { state, requestId } of items) {
    expected("the outcome", state, ends);
    if (state === "DELIVERED" && (await consentOf(world, requestId)).data === null)
      throw new Error("what was delivered cannot be read");
  }
  if (items.length !== 1) return;
  const cost = refunds(items[0]?.state ?? "") ? 0n : made.total;
  expected("the wallet", await balanceOf(world), [before - cost]);
}

/** A person is asked, and decides. */
const person = (type: SearchType, decision: "YES" | "NO" | "taken back"): Flow => ({
  name: `${type} ${decision}`,
  run: async (world) => {
    const seen = await idsInInbox(world.fleet);
    const before = await balanceOf(world);
    const made = await order(world, type, "1234");
    await payFromWallet(world, made);
    const [item] = await untilStill(world, made, asksOrEnds);
    if (item?.state === given) return judge(world, made, before, [given]);
    const answered = new Set<string>();
    const state = await until("a decision", async () => {
      await reply(world, decision === "NO" ? "NO" : "YES", answered);
      const [now] = await untilStill(world, made, asksOrEnds);
      return now?.state === "awaiting_consent" ? undefined : now?.state;
    });
    expected("the decision", state, [decision === "NO" ? "DENIED" : "DELIVERED"]);
    expected("the wallet", await balanceOf(world), [before - made.total]);
    const id = item?.requestId ?? "";
    if (decision === "YES" && (await consentOf(world, id)).data === null) throw new Error("a yes shows nothing");
    if (decision === "taken back") await takeBack(world, seen, id);
    if (decision === "YES") return;
    expected("the record", (await consentOf(world, id)).data, [null]);
    await untilPurged(world, id);
  },
});

const instant = (how: "check" | "notice" | "reconciler"): Flow => ({
  name: `paid at the provider, found by ${how}`,
  run: async (world) => {
    const before = await balanceOf(world);
    const made = await order(world, "vin", "1234", { stolencheck: false });
    const reference = await payAtProvider(world, made, how === "notice");
    if (how === "check") await untilCounted(world, reference);
    const [item] = await untilStill(world, made);
    expected("the outcome", item?.state, ["DELIVERED", given]);
    expected("the wallet", await balanceOf(world), [item?.state === given ? before + made.total : before]);
  },
});

const topUp: Flow = {
  name: "top-up",
  run: async (world) => {
    const before = await balanceOf(world);
    const input = { amount: "2000", currency: "NGN", type: "TOPUP" } as const;
    const { link, txRef } = (await ask(world, startPayment, input, randomUUID())).data;
    await pressOnPage(link, "approve");
    await untilCounted(world, txRef);
    expected("the wallet", await balanceOf(world), [before + 2_000_00n]);
  },
};

const stakeholders: Flow = {
  name: "stakeholders",
  run: async (world) => {
    const made = await until("a company", async () => {
      const company = await order(world, "rc", "1234");
      await payFromWallet(world, company);
      const [item] = await untilStill(world, company);
      return item?.state === "DELIVERED" ? item : undefined;
    });
    const { requestId } = made;
    const { data } = await consentOf(world, requestId);
    const cacId = companiesRecord.parse(data).companies[0]?.cacid ?? "";
    const before = await balanceOf(world);
    const prices = priceListFrom(await ask(world, servicePrices, {}));
    const { total } = quoteFor([{ type: "stakeholders", options: [], records: 1 }], prices, "NGN");
    const transactionID = `EA${world.chance.digits(14)}`;
    const amount = String(Number(total.minor) / 100);
    const pay = { type: "STAKEHOLDERS", requestId, cacId, transactionID, amount, acceptWalletCurrency: true } as const;
    await ask(world, walletPayment, pay, randomUUID());
    const state = await until("stakeholders", async () => {
      const { business } = (await ask(world, readStakeholders, { business: { requestId, cacId } })).data;
      return business.state === "running" ? undefined : business.state;
    });
    expected("the stakeholders", state, ["found", "returned"]);
    expected("the wallet", await balanceOf(world), [state === "returned" ? before : before - total.minor]);
  },
};

const file: Flow = {
  name: "a file of three lines",
  run: async (world) => {
    const before = await balanceOf(world);
    const made = await order(world, "bulk_nin", "1234");
    await payFromWallet(world, made);
    const rows = await until("lines that are asked or ended", async () => {
      const found = await world.fleet.owner.query<{ state: string; outcome: string | null; total: string }>(
        `select i.state, i.outcome, (i.price_minor + i.tax_minor)::text as total from purchase_items i join purchases p on p.id = i.purchase_id
         where p.session_code = $1`,
        [made.sessionCode],
      );
      const isStill =
        found.rows.length === 3 && found.rows.every(({ state }) => state === "awaiting_consent" || state === "closed");
      return isStill ? found.rows : undefined;
    });
    const back = rows.filter(({ outcome }) => outcome !== null && refunds(outcome));
    const returned = back.reduce((sum, { total }) => sum + BigInt(total), 0n);
    expected("the wallet", await balanceOf(world), [before - made.total + returned]);
  },
};

const lost: Flow = {
  name: "a look-up whose job is lost",
  run: async (world) => {
    const before = await balanceOf(world);
    const made = await order(world, "vin", "1234", { stolencheck: false });
    // its program dies before it can begin, and what it was to be woken by is gone: only the tables still say what is to do
    await world.dyingAt(
      "wallet_payment_committed",
      () => payFromWallet(world, made),
      async () => {
        const gone = await world.fleet.owner.query(
          `delete from graphile_worker._private_jobs where key in (
             select 'look_up:' || i.id from purchase_items i join purchases p on p.id = i.purchase_id where p.session_code = $1)`,
          [made.sessionCode],
        );
        expected("jobs that are lost", gone.rowCount, [1]);
      },
    );
    await judge(world, made, before, ["DELIVERED", given]);
  },
};

const leaving: Flow = {
  name: "an account that closes",
  run: async (world) => {
    const token = randomBytes(32).toString("base64url");
    const email = `leaver-${randomUUID()}@example.test`;
    const made = await world.fleet.owner.query<{ id: string }>(
      `with made as (
         insert into users (id, email, user_type, first_name, last_name, phone, accepted_terms, email_proved_at)
         values (gen_random_uuid(), $2, 'individual', 'Ada', 'Obi', '+2348030000001', 'bench', now())
         returning id
       ) insert into sign_ins (id, user_id, token_hash, kind, ends_at)
         select gen_random_uuid(), id, $1, 'bearer', now() + interval '1 day' from made returning user_id as id`,
      [createHash("sha256").update(token).digest(), email],
    );
    const id = made.rows[0]?.id;
    const url = world.fleet.urls[0] ?? "";
    const leaver = {
      ...world,
      client: { ...world.client, call: (operation, input) => send(url, operation, input, token) },
    } satisfies World;
    // who asks again after it was done is signed in no more
    await ask(leaver, closeAccount, { confirm: "CLOSE", balance: { way: "none" } }).catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === "not_signed_in")) throw error;
    });
    const closed = await world.fleet.owner.query(
      "select from users where id = $1 and closed_at is not null and first_name is distinct from 'Ada'",
      [id],
    );
    expected("accounts that are closed", closed.rowCount, [1]);
    const mails = await until("a mail about it", async () => {
      const found = await mailsTo(world.fleet, email);
      return found > 0 ? found : undefined;
    });
    expected("mails about it", mails, [1]);
  },
};

export const flows: readonly Flow[] = [
  person("nin", "YES"),
  person("nin", "NO"),
  person("nin", "taken back"),
  person("phone", "YES"),
  person("bvn", "YES"),
  simple("nin", "0005", "NO_CONTACT"),
  simple("nin", "0006", "MINOR"),
  simple("nin", "0000", "NO_DATA"),
  simple("nin", "0003", "PROVIDER_FAILED"),
  simple("rc", "1234", "DELIVERED"),
  simple("vin", "1234", "DELIVERED", { stolencheck: true }),
  simple("license_number", "1234", "DELIVERED"),
  instant("check"),
  instant("notice"),
  instant("reconciler"),
  topUp,
  stakeholders,
  file,
  lost,
  leaving,
];
