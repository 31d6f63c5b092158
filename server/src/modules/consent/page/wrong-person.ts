import { html } from "../../../pages/html.ts";
import { inLanguage } from "../switcher.ts";
import type { PageWords } from "../words/page/en.ts";
import { myDataPath, type Place } from "./frame.ts";
import { button } from "./pieces.ts";

/** Asks once more before a request ends because it reached the wrong person. */
export const wrongPersonPage = ({ wrong, report }: PageWords, { language, path }: Place) => ({
  title: wrong.title,
  body: html`<h1>${wrong.title}</h1>
    <p>${wrong.words} ${wrong.effect}</p>
    <p>${wrong.care}</p>
    ${button(`${path}/wrong-person`, language, wrong.confirm, "danger")}
    <ul class="further">
      <li><a href="${inLanguage(path, language)}">${report.back}</a></li>
    </ul>`,
});

/** For a link that leads nowhere, said alike whatever was wrong with it. */
export const unknownLinkPage = ({ unknown, receipt }: PageWords, { language }: Place) => ({
  title: unknown.title,
  body: html`<h1>${unknown.title}</h1>
    <p>${unknown.words}</p>
    <p>${unknown.sms}</p>
    <ul class="further">
      <li><a href="${inLanguage(myDataPath, language)}">${receipt.everybody}</a></li>
    </ul>`,
});
