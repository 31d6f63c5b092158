import { fill } from "@idanimo/contract/problems";
import { type RecordPart, partsOf } from "@idanimo/contract/record-parts";
import { html, type Html, nothing } from "../../../pages/html.ts";
import { languageField } from "../switcher.ts";
import type { OpenLink } from "../use-cases/link.ts";
import type { PageWords } from "../words/page/en.ts";
import type { Place } from "./frame.ts";
import { lengthWords, momentWords } from "./moments.ts";
import { askerCard, everybody, quietLink, upper, whyRow } from "./pieces.ts";
import { spanOf } from "./rules.ts";

/** The question itself: who asks, why, for what and until when. */

const tickBox = (part: RecordPart, label: string) =>
  html`<label class="tick"><input type="checkbox" name="part" value="${part}" checked />${label}</label>`;

/** What they would see: what belongs to the question in plain lines, the rest to be ticked off. */
function parts(words: PageWords, { consent }: OpenLink): Html {
  const asked = partsOf(consent.searchType);
  const free = asked.filter(({ optional }) => optional);
  return html`<fieldset class="parts">
    <legend>${words.facts.sees}</legend>
    <ul>
      ${asked.filter(({ optional }) => !optional).map(({ part }) => html`<li>${upper(words.parts[part])}</li>`)}
    </ul>
    ${free.length === 0 ? nothing : html`<p><strong>${words.facts.untick}</strong></p>`}
    ${free.map(({ part }) => tickBox(part, upper(words.parts[part])))}
  </fieldset>`;
}

/**
 * How much time is left, in words, with the exact end and a bar that runs out by itself while the page is open: nothing here is
 * loaded anew, so that no tick is lost.
 */
function countdown(words: PageWords, until: Date, from: Date, now: Date): Html {
  const leftMs = until.getTime() - now.getTime();
  const share = Math.min(1, leftMs / Math.max(1, until.getTime() - from.getTime()));
  const bar = `--left:${share.toFixed(4)};--seconds:${Math.ceil(leftMs / 1000)}s`;
  const left = fill(words.asking.left, { length: lengthWords(words, until, now), moment: momentWords(words, until) });
  return html`<div class="waiting">
    <p>${left} ${words.asking.silence}</p>
    <div class="runs-out" style="${bar}" aria-hidden="true"></div>
  </div>`;
}

const hourMs = 3_600_000;
/** How long a question is open; only the bar needs it. */
const openHours = 24;

export function askingPage(words: PageWords, open: OpenLink, deadline: Date, { language, path }: Place) {
  const { consent, facts, note } = open;
  const { asking } = words;
  const { hours, isMost } = spanOf(consent.retention);
  const title = consent.isSelf ? asking.self : consent.searchType === "bvn" ? asking.credit : asking.identity;
  return {
    title,
    body: html`<div class="question">
      <h1>${title}</h1>
      ${askerCard(words, consent, facts)} ${consent.isSelf ? html`<p>${asking.selfWords}</p>` : nothing}
      <form method="post" action="${path}/grant">
        ${languageField(language)}
        <dl class="short">
          ${whyRow(words, consent, note)}
          <dt>${words.facts.span}</dt>
          <dd>${fill(isMost ? words.facts.upTo : words.facts.hours, { count: String(hours) })}</dd>
        </dl>
        ${parts(words, open)}
        <p class="quiet">${asking.before}</p>
        <div class="answers">
          <button>${consent.isSelf ? asking.yesSelf : asking.yes}</button>
          <button formaction="${path}/deny">${asking.no}</button>
        </div>
      </form>
      ${countdown(words, deadline, new Date(deadline.getTime() - openHours * hourMs), consent.now)}
      <p class="quiet">${asking.after}</p>
      <ul class="further">
        ${quietLink(`${path}/report`, language, asking.report)}
        ${quietLink(`${path}/wrong-person`, language, asking.wrong)} ${everybody(path, language, words)}
      </ul>
    </div>`,
  };
}
