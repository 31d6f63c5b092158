import { fillPlaceholders } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/page.ts";
import { html, type Html, emptyHtml } from "../../../../pages/html.ts";
import { answerDueDays, caseTextMaxLength } from "../../cases/rules.ts";
import { languageField } from "../../language-switcher.ts";
import type { SubjectSession } from "../session.ts";
import { maskContact } from "../my-data-copy.ts";
import { backLink, renderMyDataPage, myDataPath, type PageContext, copyForPage } from "./layout.ts";
import { requestSelect } from "./home-page.ts";
import type { RequestWithNote } from "./request-rows.ts";

/** Pages with which a subject sends us a request or complaint. */

/** Kinds of case with a text form; erasure has its own page. */
export const caseFormKinds = ["correction", "access", "grievance"] as const;
export type CaseFormKind = (typeof caseFormKinds)[number];

type FormInput = { readonly text?: string; readonly wrong?: string };

/** Says when the answer is due and where it goes. */
function answerDueNote(page: PageContext, kind: CaseFormKind | "erasure", visitor: SubjectSession): Html {
  const words = copyForPage(page);
  const contacts = maskContact(words, visitor.contact);
  const where = contacts === undefined ? words.own.ask.whereHere : fillPlaceholders(words.own.ask.where, { contacts });
  return html`<p class="quiet">
    ${fillPlaceholders(words.own.ask.due, { count: String(answerDueDays[kind]) })} ${where}
  </p>`;
}

function textField(page: PageContext, label: string, isRequired: boolean, { text = "", wrong }: FormInput): Html {
  const { ask } = copyForPage(page).own;
  return html`<label for="text">${label}</label>
    <p class="quiet" id="text-help">${fillPlaceholders(ask.hint, { count: String(caseTextMaxLength) })}</p>
    ${wrong === undefined ? emptyHtml : html`<p class="wrong" id="text-wrong" role="alert">${wrong}</p>`}
    <textarea
      id="text"
      name="text"
      rows="6"
      maxlength="${caseTextMaxLength}"
      autocomplete="off"
      aria-describedby="text-help${wrong === undefined ? "" : " text-wrong"}"
      ${isRequired ? html`required` : emptyHtml}
      ${wrong === undefined ? emptyHtml : html`aria-invalid="true"`}
    >
${text}</textarea>`;
}

/** Explains what the case is for, and has the form for its text. */
export function caseFormPage(
  page: PageContext,
  kind: CaseFormKind,
  visitor: SubjectSession,
  requests: readonly RequestWithNote[],
  written: FormInput = {},
): Page {
  const { ask } = copyForPage(page).own;
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
  return renderMyDataPage(
    page,
    title,
    html`<h1>${title}</h1>
      ${lead}
      <form method="post" action="${myDataPath}/ask/${kind}">
        ${languageField(page.language)} ${requestSelect(page, requests)} ${textField(page, ask.text, true, written)}
        ${answerDueNote(page, kind, visitor)}
        <button class="yes">${ask.send}</button>
      </form>
      ${backLink(page)}`,
  );
}

/** Explains what erasure does and what must remain, before the subject confirms it. */
export function erasurePage(
  page: PageContext,
  visitor: SubjectSession,
  counts: { readonly standing: number; readonly open: number },
  written: FormInput = {},
): Page {
  const { erasure } = copyForPage(page).own;
  const count = (of: number) => ({ count: String(of) });
  return renderMyDataPage(
    page,
    erasure.title,
    html`<h1>${erasure.title}</h1>
      <p>${erasure.now}</p>
      <ul>
        <li>${fillPlaceholders(erasure.takes, count(counts.standing))}</li>
        <li>${fillPlaceholders(erasure.refuses, count(counts.open))}</li>
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
        ${languageField(page.language)} ${textField(page, erasure.more, false, written)}
        ${answerDueNote(page, "erasure", visitor)}
        <button class="danger">${erasure.confirm}</button>
      </form>
      ${backLink(page)}`,
  );
}

/** The error message for a rejected form. */
export function caseFormError(
  page: PageContext,
  rejection: { readonly kind: "empty" | "too_long" } | { readonly kind: "wait"; readonly wait: string },
): string {
  const { ask } = copyForPage(page).own;
  if (rejection.kind === "wait") return fillPlaceholders(ask.wait, { wait: rejection.wait });
  return rejection.kind === "empty" ? ask.empty : fillPlaceholders(ask.tooLong, { count: String(caseTextMaxLength) });
}
