import { purposes, shownFields } from "@idanimo/contract/consent";
import { retention } from "@idanimo/contract/expiry";
import { pageOf } from "../../pages/document.ts";
import { html, type Html, nothing } from "../../pages/html.ts";
import type { Consent } from "./store.ts";

/**
 * The subject's own pages: small documents without script, for a cheap phone on a slow line. Short sentences, one question.
 * Opening them decides nothing. Source: design 7, T-39, T-46; look.md.
 */

/** Where their style sheet is. */
export const subjectStyles = "/consent/page.css";

const lagos = new Intl.DateTimeFormat("en-NG", { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Lagos" });
const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "Africa/Lagos" });

/**
 * How long from now, in words: `23 hours`, `12 minutes`. Rounded down; the last minute of an hour counts as whole, as the asker's
 * page says it too.
 */
function lengthWords(until: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000));
  if (minutes >= 119) return `${Math.floor((minutes + 1) / 60)} hours`;
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

const document = (title: string, brandName: string, body: Html) =>
  pageOf(title, brandName, subjectStyles, "We never ask for your password, your PIN or money.", body);

function askerCard(consent: Consent): Html {
  const kind = consent.asker.userType === "business" ? "Business account" : "Personal account";
  return html`<section class="card" aria-label="Who asks">
    <p class="name">${consent.asker.name}</p>
    <p class="quiet">${kind}, here since ${month.format(consent.asker.since)}. The name is as they gave it.</p>
  </section>`;
}

function facts(consent: Consent, note: string | undefined): Html {
  const shown: Partial<Record<string, readonly string[]>> = shownFields;
  const fields = shown[consent.searchType] ?? [];
  const hours = retention[consent.retention].afterGrantHours ?? retention[consent.retention].afterCreationHours ?? 0;
  return html`<dl>
    <dt>Why</dt>
    <dd>${purposes[consent.purpose]}${note ? html`<br /><q>${note}</q>` : nothing}</dd>
    <dt>They would see</dt>
    <dd>
      <ul>
        ${fields.map((field) => html`<li>${field}</li>`)}
      </ul>
    </dd>
    <dt>For how long</dt>
    <dd>${hours} hours, then it is gone</dd>
  </dl>`;
}

const button = (action: string, words: string, kind: "yes" | "no") =>
  html`<form method="post" action="${action}"><button class="${kind}">${words}</button></form>`;

/** The page of one request, in the state it is in. */
export function consentPage(brandName: string, token: string, consent: Consent, note: string | undefined): string {
  const path = `/consent/${token}`;
  const isOver = consent.state === "pending" && consent.deadline !== null && consent.deadline <= consent.now;
  if (consent.state === "pending" && !isOver && consent.deadline) {
    return document(
      "Somebody asks to see your record",
      brandName,
      html`<h1>Somebody asks to see your identity record</h1>
        ${askerCard(consent)} ${facts(consent, note)}
        <p class="waiting">
          You have ${lengthWords(consent.deadline, consent.now)} left, until ${lagos.format(consent.deadline)}. No
          answer means no.
        </p>
        ${button(`${path}/grant`, "Yes, they may see", "yes")} ${button(`${path}/deny`, "No", "no")}`,
    );
  }
  if (consent.state === "granted" && consent.goneAt && consent.goneAt > consent.now) {
    return document(
      "You said yes",
      brandName,
      html`<h1>You said yes</h1>
        ${askerCard(consent)}
        <p>
          They can see your record for ${lengthWords(consent.goneAt, consent.now)} more, until
          ${lagos.format(consent.goneAt)}. Then it is gone.
        </p>
        <p>Changed your mind? Take it back here. It ends at once.</p>
        ${button(`${path}/withdraw`, "Take it back", "no")}`,
    );
  }
  return document(
    "This request is over",
    brandName,
    html`<h1>${endTitle(consent)}</h1>
      ${askerCard(consent)}
      <p>${endWords(consent)}</p>`,
  );
}

function endTitle(consent: Consent): string {
  if (consent.state === "denied") return "You said no";
  if (consent.state === "granted") return "It is gone";
  return consent.goneAt ? "You took it back" : "This request is over";
}

function endWords(consent: Consent): string {
  if (consent.state === "denied")
    return "They do not see your record. What we had fetched is destroyed. You need not do anything.";
  if (consent.state === "granted")
    return "The time you gave has passed. They can no longer see your record, and we no longer hold it.";
  if (consent.goneAt) return "They can no longer see your record. What we had fetched is destroyed.";
  return "Its time has passed without an answer. They do not see your record. You need not do anything.";
}

/** For a link that leads nowhere, said alike whatever was wrong with it. */
export function unknownLinkPage(brandName: string): string {
  return document(
    "This link does not work",
    brandName,
    html`<h1>This link does not work</h1>
      <p>It may be cut off, or too old. Open it again from our message, in one piece.</p>
      <p>You can also reply to our SMS with YES or NO and your code.</p>`,
  );
}
