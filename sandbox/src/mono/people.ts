import { type SeededRandom, seededRandom } from "../kernel/seeded-random.ts";
import { occupations, communities, streets } from "../prembly/communities.ts";

/** The people behind a fictitious company: the same ones every time, in lists as untidy as the real ones. */

/** Which of the wire's two lists. */
export type PeopleList = "shareholders" | "directors";
type PersonBody = Readonly<Record<string, unknown>>;

/** A company whose list of directors fails with error 500. */
export const directorsFailEnding = "0013";

/** One list of a company, by its registration number. A person can be in both, and one row is identical in both. */
export function peopleOf(rc: string, list: PeopleList): readonly PersonBody[] {
  const chance = seededRandom(`people:${rc}`);
  const founders = Array.from({ length: chance.between(2, 4) }, (_, at) =>
    randomPerson(seededRandom(`founder:${rc}:${at}`)),
  );
  const [first] = founders;
  const manager = randomPerson(seededRandom(`manager:${rc}`));
  const secretary = randomPerson(seededRandom(`secretary:${rc}`));
  if (list === "shareholders")
    return [
      ...founders.map((founder, at) =>
        withShares(founder, seededRandom(`shares:${rc}:${at}`), at > 0 ? "SHAREHOLDER" : null),
      ),
      withShares(randomCorporateShareholder(seededRandom(`body:${rc}`)), chance, "SHAREHOLDER_CORPORATE"),
      // real lists mix roles: a secretary among the owners, one with significant control, and one director
      withRole(secretary, "SECRETARY_COMPANY"),
      withRole({ ...first, id: Number(first?.["id"]) + 1 }, "PERSON_WITH_SIGNIFICANT_CONTROL"),
      withRole(manager, "DIRECTOR"),
    ];
  return [
    ...founders
      .slice(0, 2)
      .map((founder, at) => withRole({ ...founder, is_chairman: at === 0 ? true : null }, "DIRECTOR")),
    withRole(manager, "DIRECTOR"),
    withRole(randomPerson(seededRandom(`director:${rc}`)), null),
    withShares(founders.at(-1) ?? {}, seededRandom(`shares:${rc}:${founders.length - 1}`), "SHAREHOLDER"),
  ];
}

/** Every key of the wire, most of them without a value. */
const emptyPerson: PersonBody = Object.fromEntries(
  `id surname firstname other_name email business_email phone_number gender former_nationality age city occupation
  former_name corporation_name rc_number state accreditationnumber is_lawyer form_type is_presenter is_chairman
  num_shares_alloted type_of_shares date_of_birth status date_of_termination date_of_appointment date_of_status_change
  identity_number appointed_by country_of_residence is_carried_over_from_name_avai lga government_organisation_name
  foreign_organisation_name is_corporate nationality address postcode street_number full_address2 affiliate_type_fk
  country_fk`
    .split(/\s+/)
    .map((name) => [name, null]),
);

const nigeria = { id: 160, name: "NIGERIA", code: "NG" };
const randomDate = (chance: SeededRandom, from: number, to: number) =>
  `${chance.between(from, to)}-${String(chance.between(1, 12)).padStart(2, "0")}-${String(chance.between(1, 28)).padStart(2, "0")}T00:00:00.000+00:00`;

function randomPerson(chance: SeededRandom): PersonBody {
  const people = chance.pick(communities);
  const isWoman = chance.below(2) === 0;
  const [surname, firstname] = [chance.pick(people.surnames), chance.pick(isWoman ? people.women : people.men)];
  const place = chance.pick(people.places);
  const number = chance.digits(8);
  const street = chance.pick(streets);
  return {
    ...emptyPerson,
    id: 7_000_000 + Number(chance.digits(6)),
    surname: surname.toUpperCase(),
    firstname: firstname.toUpperCase(),
    other_name: chance.below(2) === 0 ? "" : chance.pick(isWoman ? people.women : people.men).toUpperCase(),
    email: chance.below(3) === 0 ? "" : `${firstname}.${surname}@example.test`.toLowerCase().replaceAll("'", ""),
    phone_number: chance.below(4) === 0 ? null : `080${number.replace(/^0/, "3")}`,
    gender: isWoman ? "FEMALE" : "MALE",
    age: 0,
    city: place.town.toUpperCase(),
    occupation: chance.pick(occupations),
    state: place.state.toUpperCase(),
    lga: place.lga.toUpperCase(),
    date_of_birth: chance.below(5) === 0 ? null : randomDate(chance, 1950, 1998),
    status: "ACTIVE",
    date_of_appointment: randomDate(chance, 2015, 2024),
    identity_number: `A${chance.digits(8)}`,
    nationality: "NIGERIAN",
    country_of_residence: "NIGERIA",
    address: `${chance.between(1, 140)} ${street}`.toUpperCase(),
    full_address2: "",
    street_number: String(chance.between(1, 140)),
    country_fk: nigeria,
  };
}

/** A company that owns shares of another one. */
function randomCorporateShareholder(chance: SeededRandom): PersonBody {
  const place = chance.pick(chance.pick(communities).places);
  return {
    ...emptyPerson,
    id: 7_000_000 + Number(chance.digits(6)),
    surname: "",
    firstname: "",
    corporation_name: `${chance.pick(["HARMATTAN", "IROKO", "COWRIE", "BAOBAB"])} HOLDINGS LIMITED`,
    rc_number: `7${chance.digits(6)}`,
    is_corporate: true,
    age: 0,
    city: place.town.toUpperCase(),
    state: place.state.toUpperCase(),
    status: "ACTIVE",
    address: `${chance.between(1, 140)} ${chance.pick(streets)}`.toUpperCase(),
    country_fk: nigeria,
  };
}

/** A person in a role; `null` if the register names none. */
const withRole = (who: PersonBody, role: string | null): PersonBody => ({
  ...who,
  affiliate_type_fk: role === null ? null : { id: role.length, name: role, description: null },
});

const withShares = (who: PersonBody, chance: SeededRandom, role: string | null): PersonBody => ({
  ...withRole(who, role),
  num_shares_alloted: chance.between(1, 200) * 5_000,
  type_of_shares: "ORDINARY",
});
