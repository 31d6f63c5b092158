import { html } from "../../../pages/html.ts";
import { localisedPath } from "../language-switcher.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import { myDataPath, type PageContext } from "./layout.ts";
import { formButton } from "./components.ts";

/** Asks for confirmation before a request ends because it reached the wrong person. */
export const wrongPersonPage = ({ wrong, report }: PageCopy, { language, path }: PageContext) => ({
  title: wrong.title,
  body: html`<h1>${wrong.title}</h1>
    <p>${wrong.words} ${wrong.effect}</p>
    <p>${wrong.care}</p>
    ${formButton(`${path}/wrong-person`, language, wrong.confirm, "danger")}
    <ul class="further">
      <li><a href="${localisedPath(path, language)}">${report.back}</a></li>
    </ul>`,
});

/** The page for an unknown link. It is the same for every reason, so that it reveals nothing. */
export const unknownLinkPage = ({ unknown, receipt }: PageCopy, { language }: PageContext) => ({
  title: unknown.title,
  body: html`<h1>${unknown.title}</h1>
    <p>${unknown.words}</p>
    <p>${unknown.sms}</p>
    <ul class="further">
      <li><a href="${localisedPath(myDataPath, language)}">${receipt.everybody}</a></li>
    </ul>`,
});
