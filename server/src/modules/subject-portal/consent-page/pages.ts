import type { SubjectAnswer } from "../../consent/index.ts";
import type { Page } from "../../../pages/page.ts";
import { html, type Html, emptyHtml } from "../../../pages/html.ts";
import type { LinkView } from "./consent-link.ts";
import { pendingPage } from "./pending-page.ts";
import { renderConsentPage, type PageContext } from "./layout.ts";
import { receiptPage, statusOfLink } from "./receipt-page.ts";
import { reportPage, type RejectedReport } from "./report-page.ts";
import { unknownLinkPage, wrongPersonPage } from "./wrong-person-page.ts";

/** The pages of a consent link, each in its context's language. */

/**
 * Renders the page of one request in its current state.
 * @param error   why the visitor's form was rejected: the request was decided before, or a part was not offered
 * @param preview the answer to the question, if the subject wants to see it first
 */
export const renderLinkPage = (
  place: PageContext,
  open: LinkView,
  error?: "answered" | "notOffered",
  preview?: SubjectAnswer,
): Page =>
  renderConsentPage(place, (words) => {
    const { consent } = open;
    const standing = statusOfLink(open);
    const page =
      standing === "asking"
        ? pendingPage(words, open, consent.deadline ?? consent.now, place, preview)
        : receiptPage(words, open, standing, place);
    const message: Html =
      error === undefined
        ? emptyHtml
        : error === "answered"
          ? html`<p class="waiting" role="status">${words.asking.answered}</p>`
          : html`<p class="bad" role="alert">${words.asking.notOffered}</p>`;
    return { title: page.title, body: html`${message} ${page.body}` };
  });

export const renderReportPage = (place: PageContext, open: LinkView, refused?: RejectedReport): Page =>
  renderConsentPage(place, (words) => reportPage(words, open, place, refused));

export const renderWrongPersonPage = (place: PageContext): Page =>
  renderConsentPage(place, (words) => wrongPersonPage(words, place));

export const renderUnknownLinkPage = (place: PageContext): Page =>
  renderConsentPage(place, (words) => unknownLinkPage(words, place));
