import { type PriceList, priceListFromWire, servicePrices } from "@idanimo/contract/pricing";
import { type Client, createClient } from "../../support/client.ts";
import { waitFor } from "../../support/concurrency.ts";
import type { Fleet } from "../../support/fleet.ts";
import { consentToken, replyCode, tokenHash } from "../../support/sandbox.ts";
import type { Search } from "../../support/searches.ts";
import type { Defect, ModelSearch, Sent } from "./commands.ts";
import type { Path } from "./ledger.ts";

/** The running product and its subjects, as the model uses them. */

export type PlannedItem = {
  readonly type: string;
  /** Equal for the same subject; of a person it ends with the phone number. */
  readonly value: string;
  readonly prices: readonly PriceName[];
  readonly path: Path;
};
export type PlannedSearch = { readonly fields: Search; readonly items: readonly PlannedItem[] };

type PriceName = "nin" | "phone" | "company" | "bvn" | "vin" | "stolenCheck";

/** Price, tax and fee of one item in minor units. */
export function costOf(list: PriceList, name: PriceName, currency: "NGN" | "USD"): bigint {
  const item = list.items[name];
  if (!item) throw new Error(`the price list has no ${name}`);
  return item.price[currency] + item.vat[currency] + item.serviceFee[currency];
}

const endings: Readonly<Record<Exclude<Defect, "none">, string>> = {
  no_record: "0000",
  unreadable: "0003",
  wrong_person: "0012",
  no_contact: "0005",
  minor: "0006",
};
const networks = ["070", "071", "080", "081", "090", "091"] as const;
const purpose = { code: "credit" } as const;

export type Product = Awaited<ReturnType<typeof openProduct>>;

export async function openProduct(fleet: Fleet) {
  const [url] = fleet.urls;
  const newClient = async (): Promise<Client> => createClient(fleet.urls, await fleet.createAccount());
  const prices = priceListFromWire(await (await newClient()).call(servicePrices, {}));
  let subjects = 0;
  const requests = new Map<string, { readonly id: string; readonly token: string; readonly code: string }>();

  /** The SMS about a request: the same subject may have had another before. */
  async function findSms(requestId: string, phone: string) {
    const known = requests.get(requestId);
    if (known) return known;
    return waitFor(`an SMS to ${phone}`, async () => {
      for (const { id, channel, text } of await fleet.sandbox.messages(phone)) {
        const [token, code] = [consentToken(text), replyCode(text)];
        if (channel !== "sms" || token === undefined || code === undefined) continue;
        const isIts = "consents where request_id = $1 and token_hash = $2";
        if ((await fleet.count(isIts, [requestId, tokenHash(token)])) === 0) continue;
        requests.set(requestId, { id, token, code });
        return { id, token, code };
      }
      return undefined;
    });
  }

  /** The form fields of every part that the subject may add to a request. */
  async function offeredParts(requestId: string): Promise<[string, string][]> {
    const { rows } = await fleet.database.query<{ part: string }>(
      "select unnest(parts_offered) as part from consents where request_id = $1",
      [requestId],
    );
    return rows.map(({ part }) => ["part", part]);
  }

  return {
    fleet,
    prices,
    newClient,
    /** A search for a new subject. */
    newSearch: ({ kind, defect }: ModelSearch): PlannedSearch => {
      subjects += 1;
      const network = networks[subjects % networks.length] ?? "080";
      const serial = Math.floor(subjects / networks.length);
      // endings from 0100 to 9099 are plain records
      const tail =
        defect === "none"
          ? `${String(Math.floor(serial / 9_000)).padStart(4, "0")}${String(100 + (serial % 9_000)).padStart(4, "0")}`
          : `${String(serial % 10_000).padStart(4, "0")}${endings[defect]}`;
      return planSearch(kind, defect, network, tail);
    },
    /** A subject decides about a request. @returns the status of the page, or of the SMS webhook */
    decide: async (requestId: string, phone: string, sent: Sent): Promise<number> => {
      const { id, token, code } = await findSms(requestId, phone);
      if (sent === "sms_stop") return fleet.sandbox.reply({ id }, "STOP");
      if (sent === "sms_yes" || sent === "sms_no")
        return fleet.sandbox.reply({ id }, `${sent === "sms_yes" ? "YES" : "NO"} ${code}`);
      const body = new URLSearchParams(await offeredParts(requestId));
      const response = await fetch(`${url}/consent/${token}/${sent}`, { method: "POST", body, redirect: "manual" });
      await response.arrayBuffer();
      return response.status;
    },
    /** Runs `work` while the providers' clock is a minute ahead, so that late payments are there. */
    aMinuteLater: async (work: () => Promise<unknown>): Promise<void> => {
      await fleet.sandbox.setClock(61_000);
      await work();
      await fleet.sandbox.setClock(0);
    },
  };
}

function pathOf(isPerson: boolean, defect: Defect): Path {
  if (defect === "no_record") return "NO_DATA";
  if (defect === "unreadable" || defect === "wrong_person") return "PROVIDER_FAILED";
  if (!isPerson) return "DELIVERED";
  if (defect === "no_contact") return "NO_CONTACT";
  return defect === "minor" ? "MINOR" : "asks";
}

function planSearch(
  kind: ModelSearch["kind"],
  defect: Defect,
  network: (typeof networks)[number],
  tail: string,
): PlannedSearch {
  const phone = `${network}${tail}`;
  const [person, other] = [pathOf(true, defect), pathOf(false, defect)];
  const nin = { type: "nin", value: `nin ${phone}`, prices: ["nin"], path: person } as const;
  const rc = { type: "rc", value: tail, prices: ["company"], path: other } as const;
  const fields = { nin: `9${phone.slice(1)}`, rc: `1${tail.slice(1)}` };
  switch (kind) {
    case "nin":
      return { fields: { nin: fields.nin, purpose }, items: [nin] };
    case "rc":
      return { fields: { rc: fields.rc }, items: [rc] };
    case "nin_and_rc":
      return { fields: { ...fields, purpose }, items: [nin, rc] };
    case "phone": {
      // the number that was searched for is a contact itself
      const path = defect === "no_contact" ? "asks" : person;
      return {
        fields: { phone, purpose },
        items: [{ type: "phone", value: `phone ${phone}`, prices: ["phone"], path }],
      };
    }
    case "business_name": {
      // a name matches any company, so there is no wrong one
      const path = defect === "wrong_person" ? "DELIVERED" : other;
      return { fields: { business_name: `HOUSE OF ${network} ${tail}` }, items: [{ ...rc, type: kind, path }] };
    }
    case "vin":
    case "stolen_vin": {
      const vin = `ABCDEF${network}${tail}`;
      const isStolen = kind === "stolen_vin";
      const prices: readonly PriceName[] = isStolen ? ["vin", "stolenCheck"] : ["vin"];
      return {
        fields: { vin, ...(isStolen && { stolencheck: true }) },
        items: [{ type: "vin", value: vin, prices, path: other }],
      };
    }
    case "bvn": {
      const bvn = `22${networks.indexOf(network)}${tail}`; // the third digit stands for the network
      const item = { type: "bvn", value: `bvn ${phone}`, prices: ["bvn", "bvn"], path: person } as const;
      return { fields: { bvn, crc: true, firstCentral: true, purpose }, items: [item] };
    }
  }
}
