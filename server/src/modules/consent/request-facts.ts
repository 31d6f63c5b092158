import { isAnswerType } from "@idanimo/contract/catalogue";
import type { RequestFacts, SmsLanguage } from "../notifications/index.ts";
import { openQuestion } from "./contact.ts";
import { purposeTexts } from "./purpose-texts.ts";
import { visiblePeriod } from "./rules.ts";
import type { Consent } from "./store.ts";

/** What messages say about a request. */
export const requestFactsOf = (consent: Consent, language: SmsLanguage, key: Buffer): RequestFacts => ({
  requester: consent.requester.name,
  isOrganisation: consent.requester.userType === "business",
  isVerified: consent.requester.isVerified,
  isSelf: consent.isSelf,
  disclosure: consent.disclosure,
  bureauCount: consent.bureaus.length,
  vehicle: consent.vehicle,
  question: questionOf(consent, key),
  period: visiblePeriod(consent.retention),
  language,
  reason: purposeTexts[language][consent.purpose],
});

/** The one question of a check, with what was typed for it; null for a record. */
export const questionOf = (
  { requestId, searchType, questionSealed }: Pick<Consent, "requestId" | "searchType" | "questionSealed">,
  key: Buffer,
): RequestFacts["question"] =>
  isAnswerType(searchType)
    ? { type: searchType, values: questionSealed ? openQuestion(key, requestId, questionSealed) : {} }
    : null;
