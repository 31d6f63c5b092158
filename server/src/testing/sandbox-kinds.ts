import type { Outcome } from "@idanimo/contract/verification-states";

/** The outcome of an item, or that its subject has been asked. */
export type End = Outcome | "asked";

/** Two credit bureaus. */
export const bureaus = { crc: true, firstCentral: true };

const asked = { "4321": "asked", "0000": "NO_DATA" } as const;
const faults = { "0001": "PROVIDER_FAILED", "0003": "PROVIDER_FAILED", "0008": "PROVIDER_FAILED" } as const;
const persons = { "0005": "NO_CONTACT", "0006": "MINOR", "0012": "PROVIDER_FAILED" } as const;
const delivered = { "4321": "DELIVERED", "0000": "NO_DATA" } as const;

/** Every kind of check with what the sandbox's reserved endings do to it. */
export const sandboxKinds: readonly {
  readonly kind: string;
  readonly search: (ending: string) => object;
  /** Naira. */
  readonly price: number;
  readonly parts: readonly string[];
  readonly ends: Readonly<Record<string, End>>;
}[] = [
  {
    kind: "NIN",
    search: (ending) => ({ nin: `1234567${ending}` }),
    price: 588,
    parts: ["main"],
    ends: { ...asked, ...faults, ...persons, "0014": "PROVIDER_FAILED" },
  },
  {
    kind: "phone",
    search: (ending) => ({ phone: `0803123${ending}` }),
    price: 1_125,
    parts: ["bvn", "phone"],
    // a phone record always has the phone as contact
    ends: { ...asked, ...faults, ...persons, "0005": "asked" },
  },
  {
    kind: "BVN with two bureaus",
    search: (ending) => ({ bvn: `2223334${ending}`, ...bureaus }),
    price: 3_226,
    parts: ["bvn", "crc", "firstCentral"],
    ends: { ...asked, ...faults, ...persons, "0011": "asked", "0014": "asked" },
  },
  {
    kind: "name question",
    search: (ending) => ({ check: "name_match", nin: `1234568${ending}`, firstname: "Ada", lastname: "Obi" }),
    price: 236,
    parts: ["main"],
    ends: { ...asked, ...faults, ...persons, "0014": "PROVIDER_FAILED" },
  },
  {
    kind: "age question",
    search: (ending) => ({ check: "over_age", nin: `1234578${ending}`, age: 18 }),
    price: 236,
    parts: ["main"],
    // a minor is answered without being asked
    ends: { ...asked, ...faults, ...persons, "0006": "DELIVERED", "0014": "NO_ANSWER" },
  },
  {
    kind: "phone question",
    search: (ending) => ({ check: "phone_is_theirs", nin: `1234588${ending}`, phone: "08031234567" }),
    price: 236,
    parts: ["main"],
    // a record without a contact has no phone to compare
    ends: { ...asked, ...faults, ...persons, "0005": "NO_ANSWER", "0010": "NO_ANSWER", "0014": "PROVIDER_FAILED" },
  },
  {
    kind: "question about NIN and BVN",
    search: (ending) => ({
      check: "nin_and_bvn_one_person",
      nin: `1234598${ending}`,
      bvn: `2223336${ending === "0014" ? "4444" : ending}`,
    }),
    price: 881,
    parts: ["bvn", "nin"],
    ends: { ...asked, ...faults, ...persons, "0014": "NO_ANSWER" },
  },
  {
    kind: "score question",
    search: (ending) => ({ check: "score_band", bvn: `2223335${ending}`, crc: true, atLeast: 701 }),
    price: 646,
    parts: ["bvn", "crc"],
    ends: { ...asked, ...faults, ...persons, "0011": "asked", "0014": "NO_ANSWER" },
  },
  {
    kind: "company by its number",
    search: (ending) => ({ rc: `RC 770${ending}` }),
    price: 910,
    parts: ["main"],
    ends: { ...delivered, ...faults, "0012": "PROVIDER_FAILED" },
  },
  {
    kind: "company by its name",
    search: (ending) => ({ business_name: ending === "4321" ? "Foods" : `Foods ${ending}` }),
    price: 910,
    parts: ["main"],
    ends: { ...delivered, ...faults },
  },
  {
    kind: "vehicle with the stolen check",
    search: (ending) => ({ vin: `2TDEM0A12B3C4${ending}`, stolencheck: true }),
    price: 6_550,
    parts: ["file", "report", "specs", "stolen", "vehicle"],
    ends: { ...delivered, ...faults, "0011": "DELIVERED", "0012": "PROVIDER_FAILED", "7777": "DELIVERED" },
  },
  {
    kind: "plate",
    search: (ending) => ({ license_number: `ABC${ending}` }),
    price: 1_125,
    parts: ["main"],
    ends: { ...delivered, ...faults, "0012": "PROVIDER_FAILED" },
  },
  {
    kind: "basic stolen check",
    search: (ending) => ({ vin: `3TDEM0A12B3C4${ending}`, legitcar: true }),
    price: 1_125,
    parts: ["main"],
    ends: { "4321": "DELIVERED", "0000": "DELIVERED", "7777": "DELIVERED", ...faults, "0012": "PROVIDER_FAILED" },
  },
  {
    kind: "bank account",
    search: (ending) => ({ account_number: `803123${ending}`, bank_code: "999992" }),
    price: 118,
    parts: ["main"],
    ends: { ...delivered, ...faults, "0012": "PROVIDER_FAILED" },
  },
  {
    kind: "names and birth date",
    search: (ending) => ({
      firstname: "Ada",
      lastname: ending === "4321" ? "Obi" : `Obi${ending}`,
      dateOfBirth: "03/02/1990",
      gender: "f",
    }),
    price: 588,
    parts: ["main"],
    ends: { ...asked, ...faults, "0005": "NO_CONTACT", "0006": "PROVIDER_FAILED", "0012": "PROVIDER_FAILED" },
  },
  {
    kind: "fingerprint",
    search: (ending) => ({ nin: `7654321${ending}`, finger: "iVBORw0KGgoAAAA" }),
    price: 1_125,
    parts: ["main"],
    ends: { ...asked, ...faults, ...persons },
  },
];
