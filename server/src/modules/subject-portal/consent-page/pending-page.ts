import { fillPlaceholders } from "@idanimo/contract/problems";
import { partsAboutOthers, recordKindOf, type RecordPart } from "@idanimo/contract/record-parts";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { html, type Html, emptyHtml } from "../../../pages/html.ts";
import { languageField } from "../language-switcher.ts";
import { type Consent, type SubjectAnswer, visiblePeriod } from "../../consent/index.ts";
import type { AskedQuestion, LinkView } from "./consent-link.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import type { PageContext } from "./layout.ts";
import { formatTimeLeft, formatPageDateTime, longHours } from "./page-dates.ts";
import {
  accountText,
  historyText,
  requesterCard,
  myDataItem,
  linkItem,
  capitalise,
  purposeRow,
  expectedNameRow,
} from "./components.ts";

/** The page that asks the subject: who asks, why, for what and until when. */

/** Names what is asked for, and whether the requester's name was checked. */
function titleOf({ asking }: PageCopy, consent: Consent, isQuestion: boolean): string {
  if (isQuestion)
    return fillPlaceholders(asking.question, {
      who: consent.requester.isVerified ? asking.registered : asking.unchecked,
    });
  if (consent.isSelf) return asking.self;
  const who = consent.requester.isVerified ? asking.registered : asking.unchecked;
  const count = consent.bureaus.length;
  const title = {
    identity: asking.identity,
    identity_and_bank: asking.identityAndBank,
    identity_and_credit: count === 1 ? asking.creditAtOne : asking.credit,
    owner: asking.vehicle,
  }[recordKindOf(consent.disclosure)];
  return fillPlaceholders(title, { who, count: String(count) });
}

/** The masked registration number after the owner's part. */
const vehicleOf = (part: RecordPart, vehicle: string | null) =>
  part === "owner" && vehicle !== null ? ` (${vehicle})` : "";

/** The one question of a check, with what the requester typed for it [AO-03]. */
function questionRows(words: PageCopy, { type, values }: AskedQuestion): Html {
  const question = words.questions[type];
  const hasOwnRow = "typed" in question;
  return html`<dt>${words.facts.question}</dt>
    <dd><strong>${hasOwnRow ? question.short : fillPlaceholders(question.text, values)}</strong></dd>
    ${
      hasOwnRow
        ? html`<dt>${question.typed}</dt>
            <dd>${fillPlaceholders(question.value, values)}</dd>`
        : emptyHtml
    }`;
}

/** What the requester would see, for the subject alone [AO-04]. */
function answerPreview(words: PageCopy, { answer, differing }: SubjectAnswer): Html {
  const { says, differs, unseen, names } = words.preview;
  return html`<div class="good" role="status">
    <p><strong>${fillPlaceholders(says, { answer: words.answers[answer] })}</strong></p>
    ${
      differing.length === 0
        ? emptyHtml
        : html`<p>${fillPlaceholders(differs, { parts: differing.map((part) => names[part]).join(", ") })}</p>`
    }
    <p>${unseen}</p>
  </div>`;
}

/** The names of the credit bureaus that will be queried; empty for other searches. */
const bureauNamesOf = (consent: Consent): string =>
  bureaus
    .filter(({ tick }) => consent.bureaus.includes(tick))
    .map(({ name }) => name)
    .join(", ");

const requiredParts = (words: PageCopy, { disclosure: { required }, vehicle }: Consent): Html =>
  html`<section class="parts" aria-labelledby="sees">
    <h2 id="sees">${words.facts.sees}</h2>
    <ul>
      ${required.map((part) => html`<li>${capitalise(words.parts[part])}${vehicleOf(part, vehicle)}</li>`)}
    </ul>
  </section>`;

/** No box is ticked: the subject adds a part with an act of their own [CL-01]. */
const partCheckbox = (words: PageCopy, part: RecordPart): Html =>
  html`<label class="tick"
    ><input type="checkbox" name="part" value="${part}" /><span
      >${capitalise(words.parts[part])}${
        partsAboutOthers.includes(part) ? html` <small>${words.facts.aboutOthers}</small>` : emptyHtml
      }</span
    ></label
  >`;

const optionalParts = (words: PageCopy, optional: readonly RecordPart[]): Html =>
  optional.length === 0
    ? emptyHtml
    : html`<fieldset class="parts">
        <legend>${words.facts.mayShow}</legend>
        ${optional.map((part) => partCheckbox(words, part))}
      </fieldset>`;

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

const periodText = ({ facts }: PageCopy, hours: number, isMost: boolean): string =>
  hours > longHours
    ? fillPlaceholders(facts.days, { count: String(hours / 24) })
    : fillPlaceholders(isMost ? facts.upTo : facts.hours, { count: String(hours) });

const hourMs = 3_600_000;
/** Hours until the deadline; only the bar uses them. */
const answerHours = 24;

export function pendingPage(
  words: PageCopy,
  open: LinkView,
  deadline: Date,
  { language, path }: PageContext,
  preview?: SubjectAnswer,
) {
  const { consent, facts, note, expectedName, question } = open;
  const { asking } = words;
  const { optional } = consent.disclosure;
  const { hours, isMost } = visiblePeriod(consent.retention);
  const title = titleOf(words, consent, question !== undefined);
  const bureauNames = bureauNamesOf(consent);
  return {
    title,
    body: html`<div class="question">
      <h1>${title}</h1>
      ${requesterCard(words, consent, consent.isSelf ? [] : [historyText(words, facts)])}
      ${consent.isSelf ? html`<p>${asking.selfWords}</p>` : emptyHtml}
      <form method="post" action="${path}/grant" autocomplete="off">
        ${languageField(language)}
        <dl class="short">
          ${purposeRow(words, consent, note)} ${expectedNameRow(words, expectedName)}
          ${question ? questionRows(words, question) : emptyHtml}
          ${
            bureauNames === ""
              ? emptyHtml
              : html`<dt>${words.facts.bureaus}</dt>
                  <dd>${bureauNames}</dd>`
          }
          <dt>${words.facts.span}</dt>
          <dd>${periodText(words, hours, isMost)}</dd>
        </dl>
        ${requiredParts(words, consent)} ${optionalParts(words, optional)}
        <p class="withdraw">${asking.withdraw}</p>
        ${preview ? answerPreview(words, preview) : emptyHtml}
        <div class="answers">
          <button>${consent.isSelf ? asking.yesSelf : asking.yes}</button>
          <button formaction="${path}/deny">${consent.isSelf ? asking.noSelf : asking.no}</button>
          ${question && !preview ? html`<button class="preview" formaction="${path}/preview">${asking.preview}</button>` : emptyHtml}
        </div>
      </form>
      ${countdown(words, deadline, new Date(deadline.getTime() - answerHours * hourMs), consent.now)}
      <p class="quiet">${words.requester.label}: ${accountText(words, consent)}.</p>
      <ul class="further">
        ${linkItem(`${path}/report`, language, asking.report)}
        ${linkItem(`${path}/wrong-person`, language, asking.wrong)} ${myDataItem(path, language, words)}
      </ul>
    </div>`,
  };
}
