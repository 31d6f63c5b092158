import { codeLifeMinutes } from "@idanimo/contract/limits";
import { fill } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/document.ts";
import { html, type Html, nothing } from "../../../../pages/html.ts";
import { languageField } from "../../switcher.ts";
import type { TypedContact } from "../read-contact.ts";
import { contactWords } from "../words.ts";
import { act, framed, link, myDataPath, type Place, told, wordsOf } from "./frame.ts";

/** The pages in front of the door: a contact, and the code that proves it. */

/** What was wrong with the last try, in words. */
type Wrong = string | undefined;

function contactForm(place: Place, typed: string, wrong: Wrong): Html {
  const { enter } = wordsOf(place).own;
  return html`<form method="post" action="${myDataPath}/code">
    ${languageField(place.language)}
    <label for="contact">${enter.contact}</label>
    <p class="quiet" id="contact-help">${enter.hint}</p>
    ${wrong === undefined ? nothing : html`<p class="wrong" id="contact-wrong" role="alert">${wrong}</p>`}
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
      ${wrong === undefined ? nothing : html`aria-invalid="true"`}
    />
    <button class="yes">${enter.send}</button>
  </form>`;
}

/**
 * Asks for a phone number or mail address.
 * @param typed what was typed before
 * @param isOver a visit has ended
 */
export function enterPage(
  place: Place,
  { typed = "", wrong, isOver = false }: { typed?: string; wrong?: Wrong; isOver?: boolean } = {},
): Page {
  const { enter, ended } = wordsOf(place).own;
  return framed(
    place,
    enter.title,
    html`<h1>${enter.title}</h1>
      ${isOver ? html`<p class="waiting" role="status"><strong>${ended.title}.</strong> ${ended.words}</p>` : nothing}
      <p>${enter.words}</p>
      <p>${enter.proof}</p>
      ${contactForm(place, typed, wrong)}
      <p class="quiet">${enter.haveLink}</p>`,
  );
}

/**
 * Asks for the code that was sent.
 * @param id names the code; nobody can guess it
 */
export function codePage(place: Place, id: string, to: TypedContact, wrong?: string): Page {
  const words = wordsOf(place);
  const { code } = words.own;
  const contact = contactWords(words, { phone: null, mail: null, [to.kind]: to.value }) ?? "";
  return framed(
    place,
    code.title,
    html`<h1>${code.title}</h1>
      <p>${fill(code.sent, { contact, minutes: String(codeLifeMinutes) })}</p>
      <form method="post" action="${myDataPath}/enter">
        ${languageField(place.language)}
        <input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="contact" value="${to.value}" />
        <label for="code">${code.label}</label>
        ${wrong === undefined ? nothing : html`<p class="wrong" id="code-wrong" role="alert">${wrong}</p>`}
        <input
          id="code"
          name="code"
          class="digits"
          required
          maxlength="12"
          inputmode="numeric"
          autocomplete="one-time-code"
          ${wrong === undefined ? nothing : html`aria-invalid="true" aria-describedby="code-wrong"`}
        />
        <button class="yes">${code.open}</button>
      </form>
      <p class="quiet">${code.nothing}</p>
      ${act(place, "/code", code.again, { fields: { contact: to.value } })}
      <p class="onward">${link(place, "", code.other)}</p>`,
  );
}

/** The code is no more: another one has to be asked for. */
export function codeOverPage(place: Place, typed: string): Page {
  const { enter, code } = wordsOf(place).own;
  return framed(
    place,
    enter.title,
    html`<h1>${code.title}</h1>
      ${told("bad", code.over)} ${contactForm(place, typed, undefined)}`,
  );
}

/** Somebody tried too often. */
export function waitPage(place: Place, wait: string): Page {
  const { enter } = wordsOf(place).own;
  return framed(
    place,
    enter.title,
    html`<h1>${enter.title}</h1>
      ${told("bad", fill(enter.wait, { wait }))}
      <p class="onward">${link(place, "", wordsOf(place).own.frame.back)}</p>`,
  );
}
