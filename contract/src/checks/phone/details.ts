import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";
import type { ExtensionRecord } from "./record.ts";
import type { CheckDetails } from "../check-details.ts";
import type { phoneRow } from "./row.ts";

export const phoneDetails = {
  inputs: {
    phone: {
      kind: "phone",
      label: "Phone number",
      hint: "A Nigerian number, such as 0803 555 1122 or +234 803 555 1122.",
    },
  },
} as const satisfies CheckDetails<typeof phoneRow>;

export const phoneExample = {
  search: { phone: "08030001122" },
  record: {
    premblyPhoneVerification: { verificationStatus: "VERIFIED", verificationReference: "ref-1", data: personExample },
    premblyBvnVerification: {
      verificationStatus: "VERIFIED",
      verificationReference: "ref-2",
      data: {
        title: "mrs",
        firstName: "OLUWASEUN",
        middleName: "ABEKE",
        lastName: "ADEBAYO",
        bvn: "22212345678",
        dateOfBirth: "1991-05-04",
        gender: "f",
        maritalStatus: "married",
        nationality: "Nigerian",
        stateOfOrigin: "Ogun",
        lgaOfOrigin: "Abeokuta South",
        nameOnCard: "OLUWASEUN ADEBAYO",
        levelOfAccount: "Tier 3",
        registrationDate: "2015-09-14",
        phoneNumber: "08030001122",
        phoneNumber1: "08030001122",
        phoneNumber2: "08030001133",
        residentialAddress: "12 Allen Avenue",
        stateOfResidence: "Lagos",
        lgaOfResidence: "Ikeja",
      },
    },
  },
} as const satisfies CheckExample<ExtensionRecord>;
