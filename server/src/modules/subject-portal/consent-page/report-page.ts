import { fillPlaceholders } from "@idanimo/contract/problems";
import { html, emptyHtml } from "../../../pages/html.ts";
import { localisedPath, languageField } from "../language-switcher.ts";
import type { LinkView } from "./consent-link.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import type { PageContext } from "./layout.ts";
import { accountText, historyText, requesterCard } from "./components.ts";
import { statusOfLink } from "./receipt-page.ts";
import { misuseReasons, reportTextMaxLength } from "./rules.ts";

/** What the subject entered in a rejected report; the form shows it again. */
export type RejectedReport = { readonly wrong: "reason" | "text"; readonly reason: string; readonly text: string };

/** The form with which a subject reports a requester. */
export function reportPage(
  words: PageCopy,
  open: LinkView,
  { language, path }: PageContext,
  rejected?: RejectedReport,
) {
  const { report } = words;
  const status = statusOfLink(open);
  const effect = status === "asking" ? report.effectPending : status === "granted" ? report.effectGranted : undefined;
  const count = String(reportTextMaxLength);
  return {
    title: report.title,
    body: html`<h1>${report.title}</h1>
      ${requesterCard(words, open.consent, [accountText(words, open.consent), historyText(words, open.facts)])}
      <form method="post" action="${path}/report">
        ${languageField(language)}
        <fieldset ${rejected?.wrong === "reason" ? html`aria-describedby="reason-wrong"` : emptyHtml}>
          <legend>${report.reason}</legend>
          ${
            rejected?.wrong === "reason"
              ? html`<p class="wrong" id="reason-wrong" role="alert">${report.noReason}</p>`
              : emptyHtml
          }
          ${misuseReasons.map(
            (reason) =>
              html`<label class="tick"
                ><input
                  type="radio"
                  name="reason"
                  value="${reason}"
                  required
                  ${rejected?.reason === reason ? html`checked` : emptyHtml}
                />${report.reasons[reason]}</label
              >`,
          )}
        </fieldset>
        <label for="text">${report.text}</label>
        <p class="quiet" id="text-hint">${fillPlaceholders(report.hint, { count })}</p>
        ${
          rejected?.wrong === "text"
            ? html`<p class="wrong" id="text-wrong" role="alert">${fillPlaceholders(report.tooLong, { count })}</p>`
            : emptyHtml
        }
        <textarea
          id="text"
          name="text"
          rows="4"
          maxlength="${count}"
          aria-describedby="text-hint${rejected?.wrong === "text" ? " text-wrong" : ""}"
        >
${rejected?.text ?? ""}</textarea>
        ${effect === undefined ? emptyHtml : html`<p class="waiting">${effect}</p>`}
        <button class="yes">${report.send}</button>
      </form>
      <ul class="further">
        <li><a href="${localisedPath(path, language)}">${report.back}</a></li>
      </ul>`,
  };
}
