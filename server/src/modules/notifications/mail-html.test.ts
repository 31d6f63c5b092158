import { naira } from "@idanimo/contract/money";
import { describe, expect, test } from "vitest";
import { breachMessage } from "./breach-message.ts";
import { consentReceiptMessage, consentRequestMessage } from "./consent-messages.ts";
import { button, composeMail, type MailContent, paragraph } from "./mail-blocks.ts";
import { renderMailHtml } from "./mail-html.ts";
import { caseAnsweredMessage, caseReadMessage, subjectCodeMessage } from "./subject-messages.ts";
import * as templates from "./templates.ts";

const site = "https://idanimo.example";
const request = {
  requester: "Ada Obi",
  purpose: "tenancy",
  note: "The flat in Ikeja",
  isVerified: false,
  isSelf: false,
  isOrganisation: false,
  disclosure: { required: ["identity"], optional: ["photo", "contact"] },
  bureauCount: 0,
  vehicle: null,
  question: null,
  period: { hours: 24, isMost: false },
  language: "en",
  reason: "Renting a home",
  link: `${site}/consent/${"a".repeat(43)}`,
  myData: `${site}/my-data`,
  code: "K3HF7T",
  until: new Date("2026-11-22T09:30:00Z"),
} as const;
const decided = {
  requester: "Ada Obi",
  shown: "record",
  language: "en",
  code: "K3HF7T",
  link: request.link,
  myData: request.myData,
  until: request.until,
} as const;
const receipt = { reference: "EA10293847561029", amount: "₦588", at: "November 25, 2026 at 10:42 PM" };

/** One example of every email. */
const mails: Readonly<Record<string, MailContent>> = {
  "a sign-up code": templates.accountCodeMessage({ mail: "654321", sms: "123456" }, "idanimo.example").mail,
  "confirm the address": templates.emailConfirmMessage({
    confirm: `${site}/email-confirm#t`,
    newPassword: `${site}/f`,
  }),
  "a new password": templates.passwordResetMessage(`${site}/reset-password/ada@example.test/t`),
  "a known email": templates.knownEmailMessage({ signIn: `${site}/login`, newPassword: `${site}/f` }),
  "a consent request": consentRequestMessage(request).mail,
  "a consent receipt, granted": consentReceiptMessage({ ...decided, decision: "granted" }).mail,
  "a consent receipt, denied": consentReceiptMessage({ ...decided, decision: "denied" }).mail,
  "a consent receipt, withdrawn": consentReceiptMessage({ ...decided, decision: "withdrawn" }).mail,
  "a refund": templates.refundMessage({ searchLabel: "NIN", amount: naira(588_00n), reference: receipt.reference }),
  "a sign-in change": templates.signInChangeMessage("passkey_added", {
    security: `${site}/profile`,
    newPassword: `${site}/f`,
  }),
  "a closed account": templates.accountClosedMessage("bank"),
  "a closing organisation": templates.organisationClosingMessage({
    organisation: "Kano Traders",
    who: "Amina Okoye",
    way: "bank",
    link: `${site}/o`,
  }),
  "a closed organisation": templates.organisationClosedMessage({ organisation: "Kano Traders", way: "give_up" }),
  "a receipt of a top-up": templates.receiptMessage({
    ...receipt,
    link: `${site}/r`,
    kind: "top_up",
    balance: "₦5,000",
  }),
  "a receipt of a purchase": templates.receiptMessage({
    ...receipt,
    link: `${site}/r`,
    kind: "purchase",
    what: "NIN, BVN",
  }),
  "a breach": breachMessage("A laptop was stolen.", request.myData).mail,
  "a code for my data": subjectCodeMessage("654321", "idanimo.example").mail,
  "a case that was read": caseReadMessage("case 1", request.myData).mail,
  "a case that was answered": caseAnsweredMessage("case 1", "We deleted it.", request.myData).mail,
};

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
/** The visible text of the HTML, in order. */
const visible = (html: string) =>
  html
    .replace(/<head>[\s\S]*<\/head>/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (complete, name: string) => entities[name] ?? complete);
const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const htmlOf = ({ subject, blocks }: MailContent) => renderMailHtml(subject, blocks);

describe.each(Object.entries(mails))("the email about %s", (_about, words) => {
  const html = htmlOf(words);

  test("has the same text in HTML and plain text, after brand and subject", () => {
    expect(wordsIn(visible(html))).toEqual([...wordsIn(`Idanimo ${words.subject}`), ...wordsIn(words.text)]);
  });

  test("has at most one button, and every link is in the plain text [T-71]", () => {
    expect(words.blocks.filter(({ kind }) => kind === "button").length).toBeLessThanOrEqual(1);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = ""]) => address);
    for (const address of links) {
      expect(address).toMatch(/^https:\/\/idanimo\.example\//);
      expect(words.text).toContain(address);
    }
    expect(new Set(links)).toEqual(new Set(words.text.match(/https:\/\/\S+/g) ?? []));
  });

  test("loads nothing, runs no script and is small [T-54]", () => {
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|base)\b|src=|url\(|@import|@font-face|\bon\w+=/i);
    expect(Buffer.byteLength(html)).toBeLessThan(12_000);
    expect(html).toContain('<meta name="color-scheme" content="light dark" />');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
  });
});

test("escapes every value [T-61]", () => {
  const bad = `<script>alert(1)</script>"'&<b onclick=x>`;
  const words = composeMail(
    bad,
    bad,
    paragraph(bad, { strong: bad }, { link: `${site}/"><img src=x>` }),
    { kind: "facts", rows: [[bad, bad]] },
    button(bad, `${site}/?a=1&b="2"`, bad),
  );
  const html = htmlOf(words);
  expect(html).not.toMatch(/<script|<b\b|<img/i);
  expect(html).toContain(`href="${site}/?a=1&amp;b=&quot;2&quot;"`);
  expect(wordsIn(visible(html))).toEqual([...wordsIn(`Idanimo ${bad}`), ...wordsIn(words.text)]);
});
