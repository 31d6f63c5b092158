import { seededRandom } from "../kernel/seeded-random.ts";
import { textIn } from "../kernel/fields.ts";
import type { LookupHandler } from "./lookup-handler.ts";
import { type Person, personOf } from "./person.ts";
import { readPhone } from "./phone.ts";
import { portraitPng } from "./portrait.ts";

/** `POST /verification/bvn`: the full record of a BVN. */
export const bvnLookup: LookupHandler = {
  product: "bvn",
  path: "/bvn",
  payloadKey: "data",
  price: "50.00",
  readNumber(body) {
    const number = textIn(body, "number");
    return number && /^\d{11}$/.test(number) ? number : undefined;
  },
  record(number, behaviour, now) {
    const person = personOf(number, behaviour, now);
    return bvnRecord(person, { bvn: number, phone: person.phone });
  },
};

/** `POST /verification/bvn_with_phone_advance`: the BVN that a phone is registered with, and its record. */
export const bvnByPhoneLookup: LookupHandler = {
  product: "bvn_by_phone",
  path: "/bvn_with_phone_advance",
  payloadKey: "data",
  price: "100.00",
  readNumber: readPhone,
  record(phone, behaviour, now) {
    const person = personOf(phone, behaviour, now);
    return bvnRecord(person, { bvn: person.bvn, phone }); // found by the phone, so the record has the phone
  },
};

const banks = ["UNITY SAVINGS BANK", "BLUE LAGOON BANK", "SAVANNA TRUST BANK", "HARMATTAN BANK"] as const;

/** The bank that issued a person's BVN. */
export function bankOf({ key }: Pick<Person, "key">) {
  const random = seededRandom(`bank:${key}`);
  return {
    name: random.pick(banks),
    level: `Level ${random.pick(["1 - Low", "2 - Medium", "3 - High"])} Level Accounts`,
    registered: { year: random.between(2014, 2024), month: random.between(1, 12), day: random.between(1, 28) },
  };
}

/** The record with the wire's keys. */
function bvnRecord(person: Person, { bvn, phone }: { readonly bvn: string; readonly phone: string }) {
  const { origin, residence } = person;
  const bank = bankOf(person);
  const firstName = person.firstName.toUpperCase();
  const lastName = person.surname.toUpperCase();
  return {
    bvn,
    firstName,
    middleName: person.middleName.toUpperCase(),
    lastName,
    dateOfBirth: wireDate(person.born),
    phoneNumber1: phone,
    phoneNumber2: "",
    registrationDate: wireDate(bank.registered),
    enrollmentBank: bank.name,
    enrollmentBranch: residence.town.toUpperCase(),
    email: person.email,
    gender: person.woman ? "Female" : "Male",
    levelOfAccount: bank.level,
    lgaOfOrigin: origin.lga,
    lgaOfResidence: residence.lga,
    maritalStatus: person.married ? "Married" : "Single",
    nin: person.nin,
    nameOnCard: `${firstName} ${lastName}`,
    nationality: "Nigeria",
    residentialAddress: person.street,
    stateOfOrigin: `${origin.state} State`,
    stateOfResidence: `${residence.state} State`,
    title: person.woman ? (person.married ? "Mrs" : "Miss") : "Mr",
    watchListed: "NO",
    base64Image: portraitPng(person).toString("base64"),
  };
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2-Aug-1990`, the date format of this register. */
function wireDate({ year, month, day }: Person["born"]): string {
  return `${day}-${months[month - 1]}-${year}`;
}
