import { type PurposeCode, purposes } from "@idanimo/contract/consent";
import type { SmsLanguage } from "../notifications/index.ts";

/** Why a requester asks, in the languages of the SMS. The subject's page shows the same texts. */
export const purposeTexts: Readonly<Record<SmsLanguage, Readonly<Record<PurposeCode, string>>>> = {
  en: purposes,
  pcm: {
    employment: "Work",
    tenancy: "To rent house",
    credit: "Loan or credit",
    guarantor: "To stand as guarantor",
    domestic_staff: "Work for person house",
    business_partner: "To do business together",
    sale: "To buy or sell",
    account_opening: "To open account",
    family: "Family matter",
    other: "Another reason",
  },
};
