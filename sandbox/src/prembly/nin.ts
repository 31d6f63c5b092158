import { textIn } from "../kernel/fields.ts";
import type { Behaviour } from "../reserved-endings.ts";
import type { LookupHandler } from "./lookup-handler.ts";
import { type Person, personOf } from "./person.ts";
import { portraitPng, signaturePng } from "./portrait.ts";

/** `POST /verification/vnin`: the full record behind a NIN (11 digits) or virtual NIN (16 letters and digits). */
export const ninLookup: LookupHandler = {
  product: "nin",
  path: "/vnin",
  payloadKey: "nin_data",
  price: "100.00",
  readNumber(body) {
    const number = textIn(body, "number") ?? textIn(body, "number_nin");
    return number && /^(\d{11}|[A-Za-z0-9]{16})$/.test(number) ? number.toUpperCase() : undefined;
  },
  record: (number, behaviour, now) => ninRecord(number, behaviour, now),
};

/** The record with the wire's keys, misspelt ones included. */
export function ninRecord(number: string, behaviour: Behaviour | undefined, now: number) {
  const person = personOf(number, behaviour, now);
  const { people, origin, residence, kin } = person;
  const surname = person.surname.toUpperCase();
  return {
    birthcountry: "nigeria",
    birthdate: behaviour === "value_missing" ? "" : wireDate(person.born),
    birthlga: origin.lga,
    birthstate: origin.state,
    centralID: person.centralId,
    educationallevel: person.schooling,
    email: person.email,
    emplymentstatus: person.occupation === "STUDENT" ? "student" : "employed",
    firstname: person.firstName.toUpperCase(),
    gender: person.woman ? "f" : "m",
    heigth: String(person.heightCm),
    maritalstatus: person.married ? "married" : "single",
    nin: number,
    nok_address1: kin.street,
    nok_address2: "",
    nok_firstname: kin.firstName.toUpperCase(),
    nok_lga: origin.lga,
    nok_middlename: kin.middleName.toUpperCase(),
    nok_postalcode: "",
    nok_state: origin.state,
    nok_surname: surname,
    nok_town: origin.town,
    nspokenlang: people.language,
    ospokenlang: "ENGLISH",
    pfirstname: "",
    photo: portraitPng(person).toString("base64"),
    pmiddlename: "",
    profession: person.occupation,
    psurname: formerSurname(person),
    religion: person.religion,
    residence_address: person.street,
    residence_Town: residence.town,
    residence_lga: residence.lga,
    residence_state: residence.state,
    residencestatus: residence.state === origin.state ? "birth" : "resident",
    self_origin_lga: origin.lga,
    self_origin_place: origin.town,
    self_origin_state: origin.state,
    signature: signaturePng(person).toString("base64"),
    surname,
    telephoneno: person.phone,
    title: titleOf(person),
  };
}

/** A married woman's record shows her former surname. */
function formerSurname({ woman, married, surname, motherSurname }: Person): string {
  return woman && married && motherSurname !== surname ? motherSurname.toUpperCase() : "";
}

function titleOf({ woman, married }: Person): string {
  if (!woman) return "mr";
  return married ? "mrs" : "miss";
}

/** Day, month, year with dashes, the date format of this register. */
function wireDate({ year, month, day }: Person["born"]): string {
  return `${String(day).padStart(2, "0")}-${String(month).padStart(2, "0")}-${year}`;
}
