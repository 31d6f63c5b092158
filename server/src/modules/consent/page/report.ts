import { fill } from "@idanimo/contract/problems";
import { html, nothing } from "../../../pages/html.ts";
import { inLanguage, languageField } from "../switcher.ts";
import type { OpenLink } from "../use-cases/link.ts";
import type { PageWords } from "../words/page/en.ts";
import type { Place } from "./frame.ts";
import { askerCard } from "./pieces.ts";
import { standingOfLink } from "./receipt.ts";
import { misuseReasons, reportTextMaxLength } from "./rules.ts";

/** What a person wrote and chose, when it could not be taken yet: nothing of it is lost. */
export type Refused = { readonly wrong: "reason" | "text"; readonly reason: string; readonly text: string };

/** The form in which a person reports who asks about them. */
export function reportPage(words: PageWords, open: OpenLink, { language, path }: Place, refused?: Refused) {
  const { report } = words;
  const standing = standingOfLink(open);
  const effect =
    standing === "asking" ? report.effectPending : standing === "granted" ? report.effectGranted : undefined;
  const count = String(reportTextMaxLength);
  return {
    title: report.title,
    body: html`<h1>${report.title}</h1>
      ${askerCard(words, open.consent, open.facts)}
      <form method="post" action="${path}/report">
        ${languageField(language)}
        <fieldset ${refused?.wrong === "reason" ? html`aria-describedby="reason-wrong"` : nothing}>
          <legend>${report.reason}</legend>
          ${
            refused?.wrong === "reason"
              ? html`<p class="wrong" id="reason-wrong" role="alert">${report.noReason}</p>`
              : nothing
          }
          ${misuseReasons.map(
            (reason) =>
              html`<label class="tick"
                ><input
                  type="radio"
                  name="reason"
                  value="${reason}"
                  required
                  ${refused?.reason === reason ? html`checked` : nothing}
                />${report.reasons[reason]}</label
              >`,
          )}
        </fieldset>
        <label for="text">${report.text}</label>
        <p class="quiet" id="text-hint">${fill(report.hint, { count })}</p>
        ${
          refused?.wrong === "text"
            ? html`<p class="wrong" id="text-wrong" role="alert">${fill(report.tooLong, { count })}</p>`
            : nothing
        }
        <textarea
          id="text"
          name="text"
          rows="4"
          maxlength="${count}"
          aria-describedby="text-hint${refused?.wrong === "text" ? " text-wrong" : ""}"
        >
${refused?.text ?? ""}</textarea>
        ${effect === undefined ? nothing : html`<p class="waiting">${effect}</p>`}
        <button class="yes">${report.send}</button>
      </form>
      <ul class="further">
        <li><a href="${inLanguage(path, language)}">${report.back}</a></li>
      </ul>`,
  };
}
