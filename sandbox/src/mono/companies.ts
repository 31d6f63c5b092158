import { seededRandom } from "../kernel/seeded-random.ts";
import { type Database, optionalTextOf } from "../kernel/database.ts";
import { communities, streets } from "../prembly/communities.ts";

type Choices = readonly [string, ...string[]];
const firstWords: Choices = [
  "HARMATTAN",
  "PALM GROVE",
  "NIGER DELTA",
  "GOLDEN COWRIE",
  "SAVANNA",
  "BLUE LAGOON",
  "IROKO",
  "KOLANUT",
  "TALKING DRUM",
  "EVERGREEN",
  "CONFLUENCE",
  "BAOBAB",
];
const trades: Choices = [
  "FOODS",
  "LOGISTICS",
  "TEXTILES",
  "AGRO ALLIED",
  "BUILDERS",
  "PHARMACEUTICALS",
  "ENERGY",
  "FURNITURE",
  "TECHNOLOGIES",
  "MOTORS",
];
const endings: Choices = ["LIMITED", "NIGERIA LIMITED", "VENTURES LIMITED", "GLOBAL RESOURCES LIMITED", "PLC"];
const searchResultCount = { fewest: 3, most: 6 };

/** The company of the demonstration's example account, so that the register finds it. */
const exampleCompanies: Readonly<Record<string, string>> = { "1234567": "BRIGHT HOMES LIMITED" };

/**
 * Fictitious companies of the public register. One that was found by name has the same name when looked up by
 * number.
 */
export function createCompanies(database: Database) {
  const named = (rc: string) =>
    exampleCompanies[rc] ?? optionalTextOf(database.one("select name from companies where rc = ?", rc) ?? {}, "name");
  return {
    /** The company of a registration number. */
    byNumber: (rc: string) => companyBody(rc, named(rc)),

    /** Several companies with a text in their names, the same ones every time. */
    byName(text: string) {
      const chance = seededRandom(`companies:${text}`);
      const length = chance.between(searchResultCount.fewest, searchResultCount.most);
      return Array.from({ length }, (_, at) => {
        // from 1000: no reserved ending
        const rc = `${chance.between(1, 9)}${chance.digits(2)}${chance.between(1000, 9999)}`;
        const name = `${text} ${at === 0 ? "" : `${chance.pick(trades)} `}${chance.pick(endings)}`;
        database.run("insert into companies (rc, name) values (?, ?) on conflict (rc) do nothing", rc, name);
        return companyBody(rc, named(rc));
      });
    },
  };
}

/** Prefix of a registration number, and the digit that replaces it in the company's id. */
const idDigits = { "": "4", BN: "5", RC: "6" } as const;

/** A company's own id. It encodes the registration number, so nothing has to be stored. */
function idOf(rc: string): number {
  const letters = rc.startsWith("BN") ? "BN" : rc.startsWith("RC") ? "RC" : "";
  return Number(idDigits[letters] + rc.slice(letters.length));
}

/** The registration number of a company's id; undefined if no company has that id. */
export function rcNumberOfId(id: string): string | undefined {
  const [, digit, number] = /^([456])(\d{1,10})$/.exec(id) ?? [];
  const letters = Object.entries(idDigits).find(([, own]) => own === digit)?.[0];
  return letters === undefined || number === undefined ? undefined : letters + number;
}

/** The record with the wire's keys. */
function companyBody(rc: string, name: string | undefined) {
  const chance = seededRandom(`company:${rc}`);
  const ownName = `${chance.pick(firstWords)} ${chance.pick(trades)} ${chance.pick(endings)}`;
  const { town, lga, state } = chance.pick(chance.pick(communities).places);
  const street = `${chance.between(1, 140)} ${chance.pick(streets)}`.toUpperCase();
  const [year, month, day] = [chance.between(1988, 2023), chance.between(1, 12), chance.between(1, 28)];
  const word =
    (name ?? ownName)
      .toLowerCase()
      .replace(/[^a-z]+/g, "")
      .slice(0, 20) || "office";
  return {
    id: idOf(rc),
    approved_name: name ?? ownName,
    rc_number: rc,
    classification: "company",
    classification_id: 2,
    active: chance.below(8) > 0,
    registration_approved: true,
    registration_date: `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}T00:00:00.000+00:00`,
    email: chance.below(4) > 0 ? `${word}@example.test` : "",
    address: street,
    branch_address: chance.below(3) === 0 ? `${chance.between(1, 140)} ${chance.pick(streets)}`.toUpperCase() : "",
    head_office_address: "",
    city: town.toUpperCase(),
    lga: lga.toUpperCase(),
    state: state.toUpperCase(),
    objectives: "",
    delisting_status: null,
    company_type_name: null,
    nature_of_business_name: null,
    business_commencement_date: null,
  };
}
