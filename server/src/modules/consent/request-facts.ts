import type { RequestFacts, SmsLanguage } from "../notifications/index.ts";
import { purposeTexts } from "./purpose-texts.ts";
import { visiblePeriod } from "./rules.ts";
import type { Consent } from "./store.ts";

/** What messages say about a request. */
export const requestFactsOf = (consent: Consent, language: SmsLanguage): RequestFacts => ({
  requester: consent.requester.name,
  isVerified: consent.requester.isVerified,
  isSelf: consent.isSelf,
  disclosure: consent.disclosure,
  bureauCount: consent.bureaus.length,
  vehicle: consent.vehicle,
  period: visiblePeriod(consent.retention),
  language,
  reason: purposeTexts[language][consent.purpose],
});
