import type { Page } from "../../../pages/page.ts";
import { html, type Html, emptyHtml } from "../../../pages/html.ts";
import type { LinkView } from "../use-cases/consent-link.ts";
import { pendingPage } from "./pending-page.ts";
import { renderConsentPage, type PageContext } from "./layout.ts";
import { receiptPage, statusOfLink } from "./receipt-page.ts";
import { reportPage, type RejectedReport } from "./report-page.ts";
import { unknownLinkPage, wrongPersonPage } from "./wrong-person-page.ts";

/** The pages of a consent link, each in its context's language. */

/**
 * Renders the page of one request in its current state.
 * @param isLate the visitor tried to decide a request that was already decided; the page says so
 */
export const renderLinkPage = (place: PageContext, open: LinkView, isLate = false): Page =>
  renderConsentPage(place, (words) => {
    const { consent } = open;
    const standing = statusOfLink(open);
    const page =
      standing === "asking"
        ? pendingPage(words, open, consent.deadline ?? consent.now, place)
        : receiptPage(words, open, standing, place);
    const lateNotice: Html = isLate ? html`<p class="waiting" role="status">${words.asking.answered}</p>` : emptyHtml;
    return { title: page.title, body: html`${lateNotice} ${page.body}` };
  });

export const renderReportPage = (place: PageContext, open: LinkView, refused?: RejectedReport): Page =>
  renderConsentPage(place, (words) => reportPage(words, open, place, refused));

export const renderWrongPersonPage = (place: PageContext): Page =>
  renderConsentPage(place, (words) => wrongPersonPage(words, place));

export const renderUnknownLinkPage = (place: PageContext): Page =>
  renderConsentPage(place, (words) => unknownLinkPage(words, place));
