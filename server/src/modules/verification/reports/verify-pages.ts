import { formatDateTime } from "@idanimo/contract/date-format";
import { brand } from "@idanimo/contract/brand";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { reportVerifiableMonths, verifyPath } from "@idanimo/contract/downloads";
import { type Page, createPage } from "../../../pages/page.ts";
import { html, type Html, emptyHtml } from "../../../pages/html.ts";
import { maxFileMegabytes, splitIntoGroups, type ReportValidity } from "./rules.ts";
import type { ComparisonResult, KnownReport } from "./verify-report.ts";

/** Pages that show whether a report is genuine and valid. They reveal nothing about its subject. */

export const verifyStylesPath = "/verify/page.css";

const verifyPage = (title: string, body: Html) =>
  createPage(title, brand.name, verifyStylesPath, "This page never shows the contents of a report.", body);

const codeForm = (button: string) =>
  html`<form method="get" action="/verify">
    <label for="code">Report code</label>
    <p class="quiet" id="code-help">
      Four groups of five letters and digits. Find it under the QR code and at the bottom of each page.
    </p>
    <input
      id="code"
      name="code"
      required
      maxlength="40"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      aria-describedby="code-help"
    />
    <button class="yes">${button}</button>
  </form>`;

export const codeFormPage = (): Page =>
  verifyPage(
    "Is a report genuine?",
    html`<h1>Is a report genuine?</h1>
      <p>Been shown a report from ${brand.name}? Enter its code to check that it is genuine and still valid.</p>
      ${codeForm("Check the report")}`,
  );

/** The page for every unknown or malformed code. */
export const unknownReportPage = (): Page =>
  verifyPage(
    "Report not found",
    html`<h1>Report not found</h1>
      <p class="bad">
        Check the code for typos. If it is correct, the report is not from us, or it is older than
        ${reportVerifiableMonths} months.
      </p>
      ${codeForm("Try again")}`,
  );

/** The page of a known report, with the result of comparing a file. */
export function knownReportPage(report: KnownReport, compared?: ComparisonResult): Page {
  const { searchType, source, madeAt, code } = report;
  const title =
    compared === "same"
      ? "This report is genuine"
      : compared === "changed"
        ? "This file does not match the code"
        : "This code is genuine";
  return verifyPage(
    title,
    html`<h1>${title}</h1>
      ${compared ? comparisonMessages[compared] : emptyHtml}
      <p>${brand.name} issued a report with the code <strong class="code">${code}</strong>.</p>
      ${validityHtml(report.validity)}
      <dl>
        <dt>Type of check</dt>
        <dd>${catalogueRowOf(searchType).label}</dd>
        <dt>Source</dt>
        <dd>${source}</dd>
        <dt>Report made</dt>
        <dd>${formatDateTime(madeAt)}</dd>
        <dt>Asked by</dt>
        <dd>${requesterHtml(report)}</dd>
        <dt>Fingerprint of the file (SHA-256)</dt>
        <dd class="code">${splitIntoGroups(report.fingerprint, 4, " ")}</dd>
      </dl>
      <h2>Is your file the same?</h2>
      <p>
        Anyone can copy a genuine code onto a fake document. Choose the PDF, and we compare it with the one we issued.
        We don't keep your file.
      </p>
      <form method="post" action="${verifyPath(code)}" enctype="multipart/form-data">
        <label for="file">The report as PDF, at most ${maxFileMegabytes} MB</label>
        <input id="file" type="file" name="file" accept="application/pdf,.pdf" required />
        <button class="yes">Compare the file</button>
      </form>`,
  );
}

const requesterHtml = ({ userType, businessName }: KnownReport) =>
  userType === "business" && businessName
    ? html`${businessName}<br />Business account, name not verified`
    : "Personal account";

const comparisonMessages: Readonly<Record<ComparisonResult, Html>> = {
  same: html`<p class="good" role="status"><strong>Your file is genuine.</strong> Nothing in it was changed.</p>`,
  changed: html`<p class="bad" role="status">
    <strong>Your file is not the one we issued.</strong> It was changed, or it is another report. Do not rely on it.
  </p>`,
  too_large: html`<p class="bad" role="status">
    <strong>Your file is too large.</strong> Choose one of at most ${maxFileMegabytes} MB.
  </p>`,
  unreadable: html`<p class="bad" role="status">
    <strong>No file received.</strong> Choose the PDF, then press the button again.
  </p>`,
};

function validityHtml(validity: ReportValidity): Html {
  const over = (words: string) =>
    html`<p class="waiting"><strong>This report is no longer valid.</strong> ${words}</p>`;
  switch (validity.kind) {
    case "open":
      return validity.until === null
        ? html`<p class="good">
            <strong>This report is valid.</strong> It comes from a public register and doesn't expire.
          </p>`
        : html`<p class="good">
            <strong>This report is valid.</strong> Access to the record ends on ${formatDateTime(validity.until)}.
          </p>`;
    case "over":
      return over(`Access to the record ended on ${formatDateTime(validity.since)}.`);
    case "taken_back":
      return over(`The person withdrew their consent${validity.since ? ` on ${formatDateTime(validity.since)}` : ""}.`);
    case "erased":
      return over(`The record was deleted on ${formatDateTime(validity.since)}.`);
  }
}
