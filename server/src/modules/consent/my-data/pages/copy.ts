import { fill } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/document.ts";
import { html, nothing } from "../../../../pages/html.ts";
import { type Copy, eventWords, sealedOf, standingWords } from "../copy.ts";
import { backHome, framed, link, type Place, wordsOf } from "./frame.ts";
import { outcomeWords } from "./rows.ts";

/** Requests that the page itself shows; the files have all. */
const shownMost = 50;

/** Everything that leads to a person's contacts, and how to keep it. */
export function copyPage(place: Place, copy: Copy): Page {
  const words = wordsOf(place);
  const { copy: own, rights } = words.own;
  const sealed = sealedOf(copy);
  const counts = {
    requests: String(copy.requests.length),
    cases: String(copy.cases.length),
    blocks: String(copy.blocks.length),
  };
  return framed(
    place,
    own.title,
    html`<h1>${own.title}</h1>
      <p>${own.words} ${fill(own.count, counts)}</p>
      <p class="waiting">${own.sealed}</p>
      ${
        sealed.length === 0
          ? html`<p>${own.noneStanding}</p>`
          : html`<ul>
              ${sealed.map((one) => html`<li>${standingWords(words, one)}</li>`)}
            </ul>`
      }
      <p>${own.contact} ${own.months}</p>
      <ul class="further">
        <li>${link(place, "/copy.pdf", own.pdf)}</li>
        <li>${link(place, "/copy.json", own.json)}</li>
        <li>${link(place, "/ask/access", rights.access)}</li>
      </ul>
      <h2>${words.own.home.everybody}</h2>
      <ul class="asks">
        ${copy.requests.slice(0, shownMost).map(
          (one) =>
            html`<li class="row">
              <h3 class="name">${one.asker.name}</h3>
              <p>${words.shared.purposes[one.purpose]}. ${outcomeWords(words, one, true)}</p>
              ${
                one.events.length === 0
                  ? nothing
                  : html`<details>
                      <summary>${words.own.row.happened}</summary>
                      <ul>
                        ${one.events.map((event) => html`<li>${eventWords(words, event)}</li>`)}
                      </ul>
                    </details>`
              }
            </li>`,
        )}
      </ul>
      ${backHome(place)}`,
  );
}
