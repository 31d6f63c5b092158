import { codeLifetimeMinutes } from "@idanimo/contract/limits";
import { fillPlaceholders } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/page.ts";
import { html, type Html, emptyHtml } from "../../../../pages/html.ts";
import { languageField } from "../../language-switcher.ts";
import type { ParsedContact } from "../parse-contact.ts";
import { maskContact } from "../my-data-copy.ts";
import {
  actionForm,
  renderMyDataPage,
  pageLink,
  myDataPath,
  type PageContext,
  statusMessage,
  copyForPage,
} from "./layout.ts";

/** The sign-in pages: enter a contact, then the code that verifies it. */

/** The error message of the last attempt. */
type ErrorText = string | undefined;

function contactForm(page: PageContext, typed: string, wrong: ErrorText): Html {
  const { enter } = copyForPage(page).own;
  return html`<form method="post" action="${myDataPath}/code">
    ${languageField(page.language)}
    <label for="contact">${enter.contact}</label>
    <p class="quiet" id="contact-help">${enter.hint}</p>
    ${wrong === undefined ? emptyHtml : html`<p class="wrong" id="contact-wrong" role="alert">${wrong}</p>`}
    <input
      id="contact"
      name="contact"
      value="${typed}"
      required
      maxlength="254"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      inputmode="email"
      aria-describedby="contact-help${wrong === undefined ? "" : " contact-wrong"}"
      ${wrong === undefined ? emptyHtml : html`aria-invalid="true"`}
    />
    <button class="yes">${enter.send}</button>
  </form>`;
}

/**
 * Asks for a phone number or email address.
 * @param typed the previous input
 * @param isOver the session has ended
 */
export function contactPage(
  page: PageContext,
  { typed = "", wrong, isOver = false }: { typed?: string; wrong?: ErrorText; isOver?: boolean } = {},
): Page {
  const { enter, ended } = copyForPage(page).own;
  return renderMyDataPage(
    page,
    enter.title,
    html`<h1>${enter.title}</h1>
      ${isOver ? html`<p class="waiting" role="status"><strong>${ended.title}.</strong> ${ended.words}</p>` : emptyHtml}
      <p>${enter.words}</p>
      <p>${enter.proof}</p>
      ${contactForm(page, typed, wrong)}
      <p class="quiet">${enter.haveLink}</p>`,
  );
}

/**
 * Asks for the code that was sent.
 * @param id the unguessable id of the code
 */
export function codePage(page: PageContext, id: string, to: ParsedContact, wrong?: string): Page {
  const words = copyForPage(page);
  const { code } = words.own;
  const contact = maskContact(words, { phone: null, mail: null, [to.kind]: to.value }) ?? "";
  return renderMyDataPage(
    page,
    code.title,
    html`<h1>${code.title}</h1>
      <p>${fillPlaceholders(code.sent, { contact, minutes: String(codeLifetimeMinutes) })}</p>
      <form method="post" action="${myDataPath}/enter">
        ${languageField(page.language)}
        <input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="contact" value="${to.value}" />
        <label for="code">${code.label}</label>
        ${wrong === undefined ? emptyHtml : html`<p class="wrong" id="code-wrong" role="alert">${wrong}</p>`}
        <input
          id="code"
          name="code"
          class="digits"
          required
          maxlength="12"
          inputmode="numeric"
          autocomplete="one-time-code"
          ${wrong === undefined ? emptyHtml : html`aria-invalid="true" aria-describedby="code-wrong"`}
        />
        <button class="yes">${code.open}</button>
      </form>
      <p class="quiet">${code.nothing}</p>
      ${actionForm(page, "/code", code.again, { fields: { contact: to.value } })}
      <p class="onward">${pageLink(page, "", code.other)}</p>`,
  );
}

/** The code has expired; the visitor must request another one. */
export function codeExpiredPage(page: PageContext, typed: string): Page {
  const { enter, code } = copyForPage(page).own;
  return renderMyDataPage(
    page,
    enter.title,
    html`<h1>${code.title}</h1>
      ${statusMessage("bad", code.over)} ${contactForm(page, typed, undefined)}`,
  );
}

/** The visitor made too many attempts. */
export function rateLimitedPage(page: PageContext, wait: string): Page {
  const { enter } = copyForPage(page).own;
  return renderMyDataPage(
    page,
    enter.title,
    html`<h1>${enter.title}</h1>
      ${statusMessage("bad", fillPlaceholders(enter.wait, { wait }))}
      <p class="onward">${pageLink(page, "", copyForPage(page).own.frame.back)}</p>`,
  );
}
