import type { Page } from "../../../pages/document.ts";
import { html, type Html, nothing } from "../../../pages/html.ts";
import type { OpenLink } from "../use-cases/link.ts";
import { askingPage } from "./asking.ts";
import { frame, type Place } from "./frame.ts";
import { receiptPage, standingOfLink } from "./receipt.ts";
import { reportPage, type Refused } from "./report.ts";
import { unknownLinkPage, wrongPersonPage } from "./wrong-person.ts";

/** The pages behind a link, each in the language of its place. */

/**
 * The page of one request, in the state it is in.
 * @param isLate somebody tried to decide what was decided already: the page says so, and stands as it is
 */
export const showLink = (place: Place, open: OpenLink, isLate = false): Page =>
  frame(place, (words) => {
    const { consent } = open;
    const standing = standingOfLink(open);
    const page =
      standing === "asking"
        ? askingPage(words, open, consent.deadline ?? consent.now, place)
        : receiptPage(words, open, standing, place);
    const late: Html = isLate ? html`<p class="waiting" role="status">${words.asking.answered}</p>` : nothing;
    return { title: page.title, body: html`${late} ${page.body}` };
  });

export const showReport = (place: Place, open: OpenLink, refused?: Refused): Page =>
  frame(place, (words) => reportPage(words, open, place, refused));

export const showWrongPerson = (place: Place): Page => frame(place, (words) => wrongPersonPage(words, place));

export const showUnknown = (place: Place): Page => frame(place, (words) => unknownLinkPage(words, place));
