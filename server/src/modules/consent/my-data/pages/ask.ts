import { fill } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/document.ts";
import { html, type Html, nothing } from "../../../../pages/html.ts";
import { answerDays, caseTextMaxLength } from "../../cases/rules.ts";
import { languageField } from "../../switcher.ts";
import type { Visitor } from "../session.ts";
import { contactWords } from "../words.ts";
import { backHome, framed, myDataPath, type Place, wordsOf } from "./frame.ts";
import { aboutField } from "./home.ts";
import type { ShownRequest } from "./rows.ts";

/** Pages on which a person writes to us. */

/** What a person may write about; an erasure has a page of its own. */
export const askKinds = ["correction", "access", "grievance"] as const;
export type AskKind = (typeof askKinds)[number];

type Written = { readonly text?: string; readonly wrong?: string };

/** When the answer comes and where it goes. */
function answerWords(place: Place, kind: AskKind | "erasure", visitor: Visitor): Html {
  const words = wordsOf(place);
  const contacts = contactWords(words, visitor.contact);
  const where = contacts === undefined ? words.own.ask.whereHere : fill(words.own.ask.where, { contacts });
  return html`<p class="quiet">${fill(words.own.ask.due, { count: String(answerDays[kind]) })} ${where}</p>`;
}

function textField(place: Place, label: string, isRequired: boolean, { text = "", wrong }: Written): Html {
  const { ask } = wordsOf(place).own;
  return html`<label for="text">${label}</label>
    <p class="quiet" id="text-help">${fill(ask.hint, { count: String(caseTextMaxLength) })}</p>
    ${wrong === undefined ? nothing : html`<p class="wrong" id="text-wrong" role="alert">${wrong}</p>`}
    <textarea
      id="text"
      name="text"
      rows="6"
      maxlength="${caseTextMaxLength}"
      autocomplete="off"
      aria-describedby="text-help${wrong === undefined ? "" : " text-wrong"}"
      ${isRequired ? html`required` : nothing}
      ${wrong === undefined ? nothing : html`aria-invalid="true"`}
    >
${text}</textarea>`;
}

/** Says what a person can do about a wrong record, or what a complaint is for, and takes their words. */
export function askPage(
  place: Place,
  kind: AskKind,
  visitor: Visitor,
  requests: readonly ShownRequest[],
  written: Written = {},
): Page {
  const { ask } = wordsOf(place).own;
  const title = { correction: ask.correctionTitle, access: ask.accessTitle, grievance: ask.grievanceTitle }[kind];
  const correction = html`<p>${ask.correctionWords} ${ask.correctionWhere}</p>
    <ul>
      <li>${ask.correctionNin}</li>
      <li>${ask.correctionBvn}</li>
      <li>${ask.correctionCredit}</li>
      <li>${ask.correctionPlate}</li>
    </ul>
    <p>${ask.correctionAsk}</p>`;
  const lead =
    kind === "correction" ? correction : html`<p>${kind === "access" ? ask.accessWords : ask.grievanceWords}</p>`;
  return framed(
    place,
    title,
    html`<h1>${title}</h1>
      ${lead}
      <form method="post" action="${myDataPath}/ask/${kind}">
        ${languageField(place.language)} ${aboutField(place, requests)} ${textField(place, ask.text, true, written)}
        ${answerWords(place, kind, visitor)}
        <button class="yes">${ask.send}</button>
      </form>
      ${backHome(place)}`,
  );
}

/** Says what an erasure does and what must stay, before it is done. */
export function erasurePage(
  place: Place,
  visitor: Visitor,
  counts: { readonly standing: number; readonly open: number },
  written: Written = {},
): Page {
  const { erasure } = wordsOf(place).own;
  const count = (of: number) => ({ count: String(of) });
  return framed(
    place,
    erasure.title,
    html`<h1>${erasure.title}</h1>
      <p>${erasure.now}</p>
      <ul>
        <li>${fill(erasure.takes, count(counts.standing))}</li>
        <li>${fill(erasure.refuses, count(counts.open))}</li>
        <li>${erasure.destroys}</li>
      </ul>
      <p>${erasure.stays}</p>
      <ul>
        <li>${erasure.evidence}</li>
        <li>${erasure.index}</li>
        <li>${erasure.blocks}</li>
      </ul>
      <p>${erasure.after} ${erasure.case}</p>
      <form method="post" action="${myDataPath}/erasure">
        ${languageField(place.language)} ${textField(place, erasure.more, false, written)}
        ${answerWords(place, "erasure", visitor)}
        <button class="danger">${erasure.confirm}</button>
      </form>
      ${backHome(place)}`,
  );
}

/** What was refused of something written, in words. */
export function wrongWords(
  place: Place,
  refused: { readonly kind: "empty" | "too_long" } | { readonly kind: "wait"; readonly wait: string },
): string {
  const { ask } = wordsOf(place).own;
  if (refused.kind === "wait") return fill(ask.wait, { wait: refused.wait });
  return refused.kind === "empty" ? ask.empty : fill(ask.tooLong, { count: String(caseTextMaxLength) });
}
