import { type ExpectedName, formatExpectedName } from "@idanimo/contract/expected-name";
import { fillPlaceholders } from "@idanimo/contract/problems";
import { html, type Html, emptyHtml } from "../../../pages/html.ts";
import type { Language, Consent } from "../../consent/index.ts";
import { localisedPath, languageField } from "../language-switcher.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import { formatPageMonth } from "./page-dates.ts";
import { countLimit, type LinkFacts } from "./store.ts";

/** Components shared by several of the subject's pages. */

const shieldIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <path d="M10 1.5 3 4v5.2c0 4.2 2.9 7.7 7 9.3 4.1-1.6 7-5.1 7-9.3V4z" fill="currentColor" />
  <path d="m6.6 10 2.3 2.4 4.5-4.8" class="tick-mark" />
</svg>`;

/** For a name that we have not checked. */
const questionIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r="8" fill="currentColor" />
  <path d="M7.7 7.9a2.3 2.3 0 1 1 3.5 2c-.8.5-1.2.9-1.2 1.8M10 14.3v.1" class="tick-mark" />
</svg>`;

const tickIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <path d="m4 10.5 4 4 8-9" fill="none" stroke="currentColor" stroke-width="2.5" />
</svg>`;

const lockIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9" fill="none" stroke="currentColor" stroke-width="2" />
  <rect x="4" y="9" width="12" height="8.5" rx="2" fill="currentColor" />
</svg>`;

/** Shows whether the requester can see the record. */
export const accessIcon = (isOpen: boolean): Html =>
  html`<span class="arch ${isOpen ? "open" : "shut"}">${isOpen ? tickIcon : lockIcon}</span>`;

export const consentPath = (token: string): string => `/consent/${token}`;

export const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What kind of account the requester has, and since when. */
export const accountText = (words: PageCopy, { requester }: Pick<Consent, "requester">): string =>
  fillPlaceholders(requester.userType === "business" ? words.requester.business : words.requester.personal, {
    month: formatPageMonth(words, requester.since),
  });

/** How other subjects answered this requester's requests. */
export const historyText = ({ requester }: PageCopy, { requesterCounts: counts }: LinkFacts): string => {
  const formatCount = (count: number) => (count > countLimit ? `${countLimit}+` : String(count));
  return counts.refused + counts.reported === 0
    ? requester.noneRefused
    : fillPlaceholders(requester.refused, {
        refused: formatCount(counts.refused),
        reported: formatCount(counts.reported),
      });
};

/** The requester's name, what we know about it, and further lines. */
export const requesterCard = (
  { requester }: PageCopy,
  { requester: who }: Pick<Consent, "requester">,
  lines: readonly string[],
): Html =>
  html`<section class="card requester ${who.isVerified ? "verified" : ""}" aria-label="${requester.label}">
    <span class="arch">${who.isVerified ? shieldIcon : questionIcon}</span>
    <div>
      <p class="name">${who.name}</p>
      <p class="standing-of-name">${who.isVerified ? requester.inRegister : requester.asGiven}</p>
    </div>
    ${lines.map((line) => html`<p class="quiet">${line}</p>`)}
  </section>`;

/** The purpose, with the requester's note. */
export const purposeRow = (words: PageCopy, consent: Consent, note: string | undefined): Html =>
  html`<dt>${words.facts.why}</dt>
    <dd>${words.purposes[consent.purpose]}${note ? html`<br /><q>${note}</q>` : emptyHtml}</dd>`;

/** The name that the requester was given; the subject may notice a guess about a stranger. */
export const expectedNameRow = (words: PageCopy, name: ExpectedName | undefined): Html =>
  name
    ? html`<dt>${words.facts.expectedName}</dt>
        <dd>${formatExpectedName(name)}</dd>`
    : emptyHtml;

/** A form that consists of one button. */
export const formButton = (
  action: string,
  language: Language,
  label: string,
  kind: "yes" | "no" | "danger" | "plain",
): Html =>
  html`<form method="post" action="${action}">
    ${languageField(language)}<button class="${kind}">${label}</button>
  </form>`;

/** Links to every request about the subject. The consent link's token signs them in. */
export const myDataItem = (path: string, language: Language, words: PageCopy): Html =>
  html`<li>${formButton(`${path}/my-data`, language, words.receipt.everybody, "plain")}</li>`;

/** A secondary link to one of the other pages of a request. */
export const linkItem = (path: string, language: Language, label: string): Html =>
  html`<li><a href="${localisedPath(path, language)}">${label}</a></li>`;
