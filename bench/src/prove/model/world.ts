import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SentInputOf } from "@idanimo/contract/operation";
import { priceListFrom, type PriceList, servicePrices } from "@idanimo/contract/pricing";
import { recordPartIds } from "@idanimo/contract/record-parts";
import type { createSession } from "@idanimo/contract/verification";
import * as z from "zod/mini";
import { type Client, NoAnswer, Refused, send } from "../../client.ts";
import type { Fleet } from "../../fleet.ts";
import { Differs, type Way } from "./books.ts";
import type { Nature, Search, Word } from "./commands.ts";

/** The running product and the people around it. */

export type Fields = Omit<SentInputOf<typeof createSession>, "currency">;
/** One look-up of a search: its kind, what is typed, what it costs, how it goes. */
export type Asked = {
  readonly type: string;
  /** Equal for the same question; of a person it ends with their phone. */
  readonly value: string;
  readonly prices: readonly PriceName[];
  readonly way: Way;
};
export type PriceName = "nin" | "phone" | "company" | "bvn" | "vin" | "stolenCheck" | "stakeholders";

/** Where each stands in the price list; written out here, so that a product that mixes them up is found. Source: B§3. */
const positions: Readonly<Record<PriceName, number>> = {
  nin: 0,
  phone: 1,
  company: 3,
  bvn: 4,
  vin: 5,
  stolenCheck: 7,
  stakeholders: 8,
};

/** Price and tax of one item once, minor units. */
export function costOf(list: PriceList, name: PriceName, currency: "NGN" | "USD"): bigint {
  const item = list.items[positions[name]];
  if (!item) throw new Error(`the price list has no ${name}`);
  if (item.processingFee !== 0n) throw new Error("the model knows no processing fee");
  return item.price[currency] + item.vat[currency] + item.serviceFee[currency];
}

const endings: Readonly<Record<Nature, string | undefined>> = {
  plain: undefined,
  no_record: "0000",
  unreadable: "0003",
  somebody_else: "0012",
  no_contact: "0005",
  minor: "0006",
  no_directors: "0013",
};
const networks = ["070", "071", "080", "081", "090", "091"] as const;

export type World = {
  readonly fleet: Fleet;
  readonly prices: PriceList;
  /** A new account with empty wallets, signed in. */
  newClient(): Promise<Client>;
  /** A search about somebody or something new. */
  newSearch(search: Search): { readonly fields: Fields; readonly asked: readonly Asked[] };
  /** The person says something about a request, as it was written about to a number. @returns the status of the page, or of the gateway */
  says(requestId: string, phone: string, word: Word | "withdraw"): Promise<number>;
  /** Presses a button of the card provider's page. */
  press(link: string, button: string): Promise<void>;
  /** Does something while whatever was to become due at the providers within a minute is due already. */
  aMinuteLater<Value>(act: () => Promise<Value>): Promise<Value>;
};

const messages = z.array(z.object({ id: z.string(), channel: z.string(), text: z.string() }));
const hashOf = (token: string) => createHash("sha256").update(token).digest();

export async function openWorld(fleet: Fleet): Promise<World> {
  const [url = ""] = fleet.urls;
  let people = 0;
  const written = new Map<string, { readonly id: string; readonly token: string; readonly code: string }>();

  /** Eight digits nobody had before, the last four as the record is to be. */
  function newTail(nature: Nature): { readonly network: (typeof networks)[number]; readonly tail: string } {
    people += 1;
    const network = networks[people % networks.length] ?? "080";
    const ending = endings[nature];
    const many = Math.floor(people / networks.length);
    // what ends between 0100 and 9099 is nobody special
    const tail =
      ending === undefined
        ? `${String(Math.floor(many / 9_000) % 10_000).padStart(4, "0")}${String(100 + (many % 9_000)).padStart(4, "0")}`
        : `${String(many % 10_000).padStart(4, "0")}${ending}`;
    return { network, tail };
  }

  async function newClient(): Promise<Client> {
    const token = randomBytes(32).toString("base64url");
    await fleet.owner.query(
      `with made as (
         insert into users (id, email, user_type, first_name, last_name, phone, accepted_terms, email_proved_at)
         values (gen_random_uuid(), $1::text || '@example.test', 'business', 'Ada', 'Obi', '+2348030000001', 'model', now()) returning id
       ), signed as (
         insert into sign_ins (id, user_id, token_hash, kind, ends_at)
         select gen_random_uuid(), id, $2, 'bearer', now() + interval '1 day' from made returning user_id
       ) select open_wallets(user_id, gen_random_uuid(), gen_random_uuid()) from signed`,
      [randomUUID(), hashOf(token)],
    );
    return { token, call: (operation, input, key) => send(url, operation, input, token, key) };
  }

  async function setProvidersClock(offsetMs: number): Promise<void> {
    const answer = await fetch(`${fleet.sandboxUrl}/__sandbox/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ offsetMs }),
    });
    if (!answer.ok) throw new Error(`the sandbox's clock answered ${answer.status}`);
  }

  /** The question of a request, as it came by SMS: of one person there may have been another before. */
  async function questionOf(requestId: string, phone: string) {
    const known = written.get(requestId);
    if (known) return known;
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20)) {
      const answer = await fetch(`${fleet.sandboxUrl}/inbox/messages?to=${phone}`);
      for (const { id, channel, text } of messages.parse(await answer.json())) {
        const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(text)?.[1];
        const code = /YES ([A-Z0-9]{6})/.exec(text)?.[1];
        if (channel !== "sms" || token === undefined || code === undefined) continue;
        const { rowCount } = await fleet.owner.query("select from consents where request_id = $1 and token_hash = $2", [
          requestId,
          hashOf(token),
        ]);
        if (rowCount === 0) continue;
        const question = { id, token, code };
        written.set(requestId, question);
        return question;
      }
    }
    throw new Differs(`nobody wrote to ${phone}`);
  }

  return {
    fleet,
    prices: priceListFrom(await send(url, servicePrices, {}, (await newClient()).token)),
    newClient,
    newSearch: (search) => searchOf(search, newTail),
    async says(requestId, phone, word) {
      const { id, token, code } = await questionOf(requestId, phone);
      if (word === "sms_yes" || word === "sms_no" || word === "sms_stop") {
        const text = word === "sms_stop" ? "STOP" : `${word === "sms_yes" ? "YES" : "NO"} ${code}`;
        const answer = await fetch(`${fleet.sandboxUrl}/inbox/messages/${id}/reply`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ text }),
        });
        const { notice } = z.object({ notice: z.string() }).parse(await answer.json());
        return notice === "taken" ? 200 : 503;
      }
      const body = new URLSearchParams(recordPartIds.map((part): [string, string] => ["part", part]));
      const page = await fetch(`${url}/consent/${token}/${word}`, { method: "POST", body, redirect: "manual" });
      await page.arrayBuffer();
      return page.status;
    },
    async press(link, button) {
      const answer = await fetch(link, {
        method: "POST",
        body: new URLSearchParams({ outcome: button }),
        redirect: "manual",
      });
      await answer.arrayBuffer();
    },
    // then it is as late as at the product again: a reply by SMS that is minutes off is refused as an old one sent anew
    async aMinuteLater(act) {
      await setProvidersClock(61_000);
      try {
        return await act();
      } finally {
        await setProvidersClock(0);
      }
    },
  };
}

const purpose = { code: "credit" } as const;

/** How a kind of look-up goes by its record's nature. */
function wayOf(kind: "person" | "company" | "vehicle" | "credit", nature: Nature): Way {
  if (nature === "no_record") return "NO_DATA";
  if (nature === "unreadable" || nature === "somebody_else") return "PROVIDER_FAILED";
  if (kind === "company" || kind === "vehicle") return "DELIVERED";
  if (nature === "no_contact") return "NO_CONTACT";
  return nature === "minor" ? "MINOR" : "asks";
}

function searchOf(
  search: Search,
  newTail: (nature: Nature) => { readonly network: (typeof networks)[number]; readonly tail: string },
): { readonly fields: Fields; readonly asked: readonly Asked[] } {
  const { nature } = search;
  const { network, tail } = newTail(nature);
  const phone = `${network}${tail}`;
  const person = (): Asked => ({ type: "nin", value: `nin ${phone}`, prices: ["nin"], way: wayOf("person", nature) });
  const company = (): Asked => ({ type: "rc", value: tail, prices: ["company"], way: wayOf("company", nature) });
  const nin = `9${phone.slice(1)}`;
  const rc = `1${tail.slice(1)}`;
  switch (search.kind) {
    case "nin":
      return { fields: { nin, purpose }, asked: [person()] };
    case "phone": {
      // the number that was searched for stands in its record, also where nothing else does
      const way = nature === "no_contact" ? "asks" : person().way;
      return {
        fields: { phone, purpose },
        asked: [{ type: "phone", value: `phone ${phone}`, prices: ["phone"], way }],
      };
    }
    case "nin_and_rc":
      return { fields: { nin, rc, purpose }, asked: [person(), company()] };
    case "rc":
      return { fields: { rc }, asked: [company()] };
    case "business_name":
      return {
        fields: { business_name: `HOUSE OF ${network} ${tail}` },
        asked: [
          {
            ...company(),
            type: "business_name",
            way: nature === "somebody_else" ? "DELIVERED" : wayOf("company", nature),
          },
        ],
      };
    case "vin":
    case "stolen_vin": {
      const vin = `ABCDEF${network}${tail}`;
      const isStolen = search.kind === "stolen_vin";
      const prices: readonly PriceName[] = isStolen ? ["vin", "stolenCheck"] : ["vin"];
      return {
        fields: { vin, ...(isStolen && { stolencheck: true }) },
        asked: [{ type: "vin", value: vin, prices, way: wayOf("vehicle", nature) }],
      };
    }
    case "bvn": {
      // the third digit is the place of the network
      const bvn = `22${networks.indexOf(network)}${tail}`;
      const names = ["crc", "firstCentral", "creditRegistry"] as const;
      const ticks = Object.fromEntries(names.slice(0, search.bureaus).map((name) => [name, true]));
      const prices = names.slice(0, search.bureaus).map((): PriceName => "bvn");
      return {
        fields: { bvn, ...ticks, purpose },
        asked: [{ type: "bvn", value: `bvn ${phone}`, prices, way: wayOf("person", nature) }],
      };
    }
  }
}

/** What a call was answered: `ok` with what it says, or a refusal's code. */
export type Answered<Value> =
  { readonly code: "ok"; readonly value: Value } | { readonly code: string; readonly value?: undefined };

/** Makes a call and tells a refusal by its code. */
export async function answerOf<Value>(attempt: () => Promise<Value>): Promise<Answered<Value>> {
  try {
    return { code: "ok", value: await attempt() };
  } catch (error) {
    if (error instanceof Refused) return { code: error.code };
    if (error instanceof NoAnswer) return { code: "no_answer" };
    throw error;
  }
}
