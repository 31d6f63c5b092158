import type { SearchType } from "@idanimo/contract/catalogue";
import { fillPlaceholders } from "@idanimo/contract/problems";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { html, type Html, emptyHtml } from "../../../pages/html.ts";
import { languageField } from "../language-switcher.ts";
import type { LinkView } from "../use-cases/consent-link.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import type { PageContext } from "./layout.ts";
import { formatTimeLeft, formatPageDateTime } from "./page-dates.ts";
import { requesterCard, myDataItem, linkItem, capitalise, purposeRow } from "./components.ts";
import { visiblePeriod } from "./rules.ts";

/** The page that asks the subject: who asks, why, for what and until when. */

const partCheckbox = (part: RecordPart, label: string) =>
  html`<label class="tick"><input type="checkbox" name="part" value="${part}" />${label}</label>`;

/** The masked registration number after the owner's part. */
const vehicleOf = (part: RecordPart, vehicle: string | null) =>
  part === "owner" && vehicle !== null ? ` (${vehicle})` : "";

/** Lists what the requester would see: required parts as plain lines, optional parts as checkboxes. */
function partsFieldset(words: PageCopy, { consent }: LinkView): Html {
  const { required, optional } = consent.disclosure;
  return html`<fieldset class="parts">
    <legend>${words.facts.sees}</legend>
    <ul>
      ${required.map((part) => html`<li>${capitalise(words.parts[part])}${vehicleOf(part, consent.vehicle)}</li>`)}
    </ul>
    ${optional.length === 0 ? emptyHtml : html`<p><strong>${words.facts.untick}</strong></p>`}
    ${optional.map((part) => partCheckbox(part, capitalise(words.parts[part])))}
  </fieldset>`;
}

/**
 * Shows the time left, the exact deadline and a bar that shrinks with CSS. The page does not reload, so no tick is
 * lost.
 */
function countdown(words: PageCopy, until: Date, from: Date, now: Date): Html {
  const leftMs = until.getTime() - now.getTime();
  const share = Math.min(1, leftMs / Math.max(1, until.getTime() - from.getTime()));
  const bar = `--left:${share.toFixed(4)};--seconds:${Math.ceil(leftMs / 1000)}s`;
  const timeLeft = fillPlaceholders(words.asking.left, {
    length: formatTimeLeft(words, until, now),
    moment: formatPageDateTime(words, until),
  });
  return html`<div class="waiting">
    <p>${timeLeft} ${words.asking.silence}</p>
    <div class="runs-out" style="${bar}" aria-hidden="true"></div>
  </div>`;
}

function titleOf({ asking }: PageCopy, searchType: SearchType): string {
  if (searchType === "plate_owner") return asking.vehicle;
  return searchType === "bvn" ? asking.credit : asking.identity;
}

const hourMs = 3_600_000;
/** Hours until the deadline; only the bar uses them. */
const answerHours = 24;

export function pendingPage(words: PageCopy, open: LinkView, deadline: Date, { language, path }: PageContext) {
  const { consent, facts, note } = open;
  const { asking } = words;
  const { hours, isMost } = visiblePeriod(consent.retention);
  const title = consent.isSelf ? asking.self : titleOf(words, consent.searchType);
  return {
    title,
    body: html`<div class="question">
      <h1>${title}</h1>
      ${requesterCard(words, consent, facts)} ${consent.isSelf ? html`<p>${asking.selfWords}</p>` : emptyHtml}
      <form method="post" action="${path}/grant">
        ${languageField(language)}
        <dl class="short">
          ${purposeRow(words, consent, note)}
          <dt>${words.facts.span}</dt>
          <dd>${fillPlaceholders(isMost ? words.facts.upTo : words.facts.hours, { count: String(hours) })}</dd>
        </dl>
        ${partsFieldset(words, open)}
        <p class="quiet">${asking.before}</p>
        <div class="answers">
          <button>${consent.isSelf ? asking.yesSelf : asking.yes}</button>
          <button formaction="${path}/deny">${asking.no}</button>
        </div>
      </form>
      ${countdown(words, deadline, new Date(deadline.getTime() - answerHours * hourMs), consent.now)}
      <p class="quiet">${asking.after}</p>
      <ul class="further">
        ${linkItem(`${path}/report`, language, asking.report)}
        ${linkItem(`${path}/wrong-person`, language, asking.wrong)} ${myDataItem(path, language, words)}
      </ul>
    </div>`,
  };
}
