import { fillPlaceholders } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/page.ts";
import { html, emptyHtml } from "../../../../pages/html.ts";
import { type DataExport, formatEvent, activeRequestsOf, describeActiveRequest } from "../data-export.ts";
import { backLink, renderMyDataPage, pageLink, type PageContext, copyForPage } from "./layout.ts";
import { describeOutcome } from "./request-rows.ts";

/** Requests shown on the page itself; the files contain all. */
const shownRequestsMax = 50;

/** The export as a page, with links to download it. */
export function dataExportPage(page: PageContext, copy: DataExport): Page {
  const words = copyForPage(page);
  const { copy: own, rights } = words.own;
  const sealed = activeRequestsOf(copy);
  const counts = {
    requests: String(copy.requests.length),
    cases: String(copy.cases.length),
    blocks: String(copy.blocks.length),
  };
  return renderMyDataPage(
    page,
    own.title,
    html`<h1>${own.title}</h1>
      <p>${own.words} ${fillPlaceholders(own.count, counts)}</p>
      <p class="waiting">${own.sealed}</p>
      ${
        sealed.length === 0
          ? html`<p>${own.noneStanding}</p>`
          : html`<ul>
              ${sealed.map((one) => html`<li>${describeActiveRequest(words, one)}</li>`)}
            </ul>`
      }
      <p>${own.contact} ${own.months}</p>
      <ul class="further">
        <li>${pageLink(page, "/copy.pdf", own.pdf)}</li>
        <li>${pageLink(page, "/copy.json", own.json)}</li>
        <li>${pageLink(page, "/ask/access", rights.access)}</li>
      </ul>
      <h2>${words.own.home.everybody}</h2>
      <ul class="asks">
        ${copy.requests.slice(0, shownRequestsMax).map(
          (one) =>
            html`<li class="row">
              <h3 class="name">${one.requester.name}</h3>
              <p>${words.shared.purposes[one.purpose]}. ${describeOutcome(words, one, true)}</p>
              ${
                one.events.length === 0
                  ? emptyHtml
                  : html`<details>
                      <summary>${words.own.row.happened}</summary>
                      <ul>
                        ${one.events.map((event) => html`<li>${formatEvent(words, event)}</li>`)}
                      </ul>
                    </details>`
              }
            </li>`,
        )}
      </ul>
      ${backLink(page)}`,
  );
}
