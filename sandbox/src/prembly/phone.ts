import { textIn } from "../kernel/fields.ts";
import type { LookupHandler } from "./lookup-handler.ts";
import { ninRecord } from "./nin.ts";
import { personOf } from "./person.ts";

/** `POST /verification/phone_number/advance`: the person that a phone is registered to. */
export const phoneLookup: LookupHandler = {
  product: "phone",
  path: "/phone_number/advance",
  payloadKey: "data",
  price: "120.00",
  readNumber: readPhone,
  /** Nearly the keys of a NIN record; those that differ are set here. */
  record(number, behaviour, now) {
    const person = personOf(number, behaviour, now);
    const { emplymentstatus, heigth, residence_address, residence_Town, ...same } = ninRecord(number, behaviour, now);
    return {
      ...same,
      nin: person.nin,
      telephoneno: number, // a phone's own record always has the phone
      employmentstatus: emplymentstatus,
      height: heigth,
      residence_town: residence_Town,
      residence_AddressLine1: residence_address,
      residence_AddressLine2: "",
      maidenname: same.psurname,
      othername: person.middleName.toUpperCase(),
      documentno: "",
      nationality: "NGA",
      state: same.residence_state,
      place: same.residence_lga,
      trackingId: `TRK${person.centralId}`,
    };
  },
};

export function readPhone(body: unknown): string | undefined {
  const number = textIn(body, "number");
  return number && /^0\d{10}$/.test(number) ? number : undefined;
}
