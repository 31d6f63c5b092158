import { bankOf } from "../prembly/bvn.ts";
import { ninRecord } from "../prembly/nin.ts";
import { personOf } from "../prembly/person.ts";
import { portraitPng } from "../prembly/portrait.ts";
import type { Behaviour } from "../reserved-endings.ts";

/** The content of `entity`, with the current keys. */

type EntityBuilder = (
  number: string,
  behaviour: Behaviour | undefined,
  now: number,
) => Readonly<Record<string, string>>;

export const ninEntity: EntityBuilder = (number, behaviour, now) => {
  const person = personOf(number, behaviour, now);
  const record = ninRecord(number, behaviour, now);
  return {
    nin: number,
    first_name: record.firstname,
    middle_name: person.middleName.toUpperCase(),
    last_name: record.surname,
    date_of_birth: behaviour === "value_missing" ? "" : isoDate(person.born),
    phone_number: person.phone,
    photo: record.photo,
    gender: genderOf(person),
    email: person.email,
    employment_status: record.emplymentstatus,
    marital_status: record.maritalstatus,
    birth_country: record.birthcountry,
    birth_lga: record.birthlga,
    birth_state: record.birthstate,
    educational_level: record.educationallevel,
    maiden_name: "",
    nspoken_lang: record.nspokenlang,
    ospoken_lang: record.ospokenlang,
    profession: record.profession,
    religion: record.religion,
    residence_address_line_1: record.residence_address,
    residence_address_line_2: "",
    residence_status: record.residencestatus,
    residence_town: record.residence_Town,
    residence_lga: record.residence_lga,
    residence_state: record.residence_state,
    origin_lga: record.self_origin_lga,
    origin_place: record.self_origin_place,
    origin_state: record.self_origin_state,
    height: record.heigth,
    p_first_name: "",
    p_middle_name: "",
    p_last_name: record.psurname,
  };
};

/** This register has little more than the owner of a phone. */
export const phoneEntity: EntityBuilder = (number, behaviour, now) => {
  const person = personOf(number, behaviour, now);
  return {
    first_name: person.firstName.toUpperCase(),
    middle_name: person.middleName.toUpperCase(),
    last_name: person.surname.toUpperCase(),
    date_of_birth: isoDate(person.born),
    phone_number: number,
    photo: portraitPng(person).toString("base64"),
    gender: person.woman ? "F" : "M",
    customer: `customer-${person.centralId}`,
  };
};

export const bvnEntity: EntityBuilder = (number, behaviour, now) => {
  const person = personOf(number, behaviour, now);
  const bank = bankOf(person);
  return {
    bvn: number,
    first_name: person.firstName.toUpperCase(),
    middle_name: person.middleName.toUpperCase(),
    last_name: person.surname.toUpperCase(),
    gender: genderOf(person),
    date_of_birth: isoDate(person.born),
    phone_number1: person.phone,
    phone_number2: "",
    image: portraitPng(person).toString("base64"),
    email: person.email,
    enrollment_bank: bank.name,
    enrollment_branch: person.residence.town.toUpperCase(),
    level_of_account: bank.level,
    lga_of_origin: person.origin.lga,
    lga_of_residence: person.residence.lga,
    marital_status: person.married ? "MARRIED" : "SINGLE",
    name_on_card: `${person.firstName} ${person.surname}`.toUpperCase(),
    nationality: "NIGERIAN",
    registration_date: isoDate(bank.registered),
    residential_address: person.street,
    state_of_origin: person.origin.state,
    state_of_residence: person.residence.state,
    title: person.woman ? "MRS" : "MR",
    watch_listed: "NO",
  };
};

/** Older names of the same fields. */
const olderFieldNames: Readonly<Record<string, string>> = {
  last_name: "surname",
  photo: "picture",
  image: "picture",
  phone_number: "telephone",
  phone_number1: "telephone",
  date_of_birth: "birthdate",
};

/** The record with the older names, and with "null" for every seventh text. */
export function applySchemaDrift(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(record).map(([key, value], at) => {
    const isKept = at % 7 !== 6 || Object.hasOwn(olderFieldNames, key);
    return [olderFieldNames[key] ?? key, isKept ? value : "null"] as const;
  });
  return Object.fromEntries(entries);
}

const genderOf = ({ woman }: { readonly woman: boolean }) => (woman ? "Female" : "Male");

function isoDate({ year, month, day }: { readonly year: number; readonly month: number; readonly day: number }) {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
