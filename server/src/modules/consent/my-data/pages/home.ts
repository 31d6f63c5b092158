import { fill } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/document.ts";
import { type Fields, textOf } from "../../../../http/form.ts";
import { html, type Html, nothing } from "../../../../pages/html.ts";
import { inLanguage } from "../../switcher.ts";
import { dayWords, momentWords } from "../../page/moments.ts";
import type { Blocked } from "../block-store.ts";
import type { MyCase } from "../cases.ts";
import { outcomeOf } from "../rules.ts";
import type { Visitor } from "../session.ts";
import { caseWords, contactWords, type Words } from "../words.ts";
import { act, framed, link, myDataPath, type Place, told, wordsOf } from "./frame.ts";
import { requestRows, type ShownRequest } from "./rows.ts";

/** What the page of one's own data shows. */
export type Home = {
  readonly visitor: Visitor;
  /** Open questions and yeses that stand. */
  readonly live: readonly ShownRequest[];
  /** One page of the others, newest first. */
  readonly over: readonly ShownRequest[];
  /** Id after which older ones follow; undefined where these are the last. */
  readonly next: string | undefined;
  /** These are older ones, not the newest. */
  readonly isOlder: boolean;
  readonly blocks: readonly Blocked[];
  readonly cases: readonly MyCase[];
  /** A word about what was just done. */
  readonly done: { readonly kind: "good" | "bad"; readonly words: string } | undefined;
};

/** What was just done, as an address names it: no value of a person, and no more than these words. */
const dones = ["takenBack", "refused", "blocked", "unblocked", "blockedAll", "unblockedAll"] as const;
export type Done = (typeof dones)[number];

/** What an address says was done, in words; undefined where it says nothing, or something we do not know. */
export function toldOf(words: Words, said: Fields, { live, cases }: Pick<Home, "live" | "cases">): Home["done"] {
  const what = said["done"];
  const { done } = words.own;
  const simple = dones.find((one) => one === what);
  if (simple) return { kind: "good", words: doneWords(words, simple, live) };
  if (what === "unchanged") return { kind: "bad", words: done.unchanged };
  const [newest] = cases;
  if (!newest || (what !== "asked" && what !== "erased")) return undefined;
  const count = (value: unknown) => (/^\d{1,4}$/.test(textOf(value)) ? textOf(value) : "0");
  const facts = {
    reference: newest.reference,
    date: dayWords(words.shared, newest.dueAt),
    taken: count(said["taken"]),
    refused: count(said["no"]),
  };
  return { kind: "good", words: fill(done[what], facts) };
}

/** A word about what was done; whom a yes still shows a record is not called stopped. */
function doneWords({ own }: Words, done: Done, live: Home["live"]): string {
  const standing = live.filter((one) => outcomeOf(one, one.now) === "standing");
  const stays =
    done === "blocked" && standing.some(({ asker }) => asker.isBlocked)
      ? own.block.stands
      : done === "blockedAll" && standing.length > 0
        ? own.block.keeps
        : undefined;
  return stays === undefined ? own.done[done] : `${own.done[done]} ${stays}`;
}

const hereWords = (words: Words, visitor: Visitor) =>
  fill(words.own.frame.you, { contacts: contactWords(words, visitor.contact) ?? words.own.frame.link });

export function homePage(place: Place, home: Home): Page {
  const words = wordsOf(place);
  const { own } = words;
  const nobody = home.live.length === 0 && home.over.length === 0 && !home.isOlder;
  return framed(
    place,
    own.home.title,
    html`<h1>${own.home.title}</h1>
      ${home.done ? told(home.done.kind, home.done.words) : nothing}
      <p class="quiet">${hereWords(words, home.visitor)}</p>
      ${
        nobody
          ? html`<section class="card">
              <p class="name">${own.home.nobody}</p>
              <p>${own.home.nobodyWords}</p>
            </section>`
          : html`${home.isOlder ? nothing : standing(place, home)} ${before(place, home)}`
      }
      ${who(place, home)} ${rights(place)} ${home.cases.length > 0 ? asked(place, home.cases) : nothing}
      <section class="leave">
        <p class="quiet">${fill(own.frame.stays, { time: momentWords(words.shared, home.visitor.endsAt) })}</p>
        ${act(place, "/leave", own.frame.leave)}
      </section>`,
  );
}

function standing(place: Place, { live }: Home): Html {
  const { home } = wordsOf(place).own;
  return html`<h2>${home.stands}</h2>
    ${live.length === 0 ? html`<p>${home.nothingStands}</p>` : requestRows(place, live)}`;
}

function before(place: Place, { live, over, next, isOlder }: Home): Html {
  const { home } = wordsOf(place).own;
  if (over.length === 0 && !isOlder) return nothing;
  const older =
    next === undefined
      ? undefined
      : `${myDataPath}?after=${next}${place.language === "en" ? "" : `&lang=${place.language}`}`;
  return html`<h2>${live.length > 0 || isOlder ? home.before : home.everybody}</h2>
    ${over.length === 0 ? html`<p>${home.noMore}</p>` : nothing} ${requestRows(place, over, live)}
    ${older === undefined ? nothing : html`<p class="onward"><a href="${older}">${home.older}</a></p>`}
    ${isOlder ? html`<p class="onward"><a href="${inLanguage(myDataPath, place.language)}">${home.newest}</a></p>` : nothing}`;
}

/** Who may ask: everybody or nobody, and whoever is blocked without a row above that has the button. */
function who(place: Place, { blocks, live, over }: Home): Html {
  const words = wordsOf(place);
  const { block } = words.own;
  const all = blocks.find(({ asker }) => asker === null);
  const shown = new Set([...live, ...over].map(({ asker }) => asker.id));
  const some = blocks.flatMap(({ asker }) => (asker && !shown.has(asker.id) ? [asker] : []));
  return html`<h2>${block.title}</h2>
    ${
      all
        ? html`<p class="waiting">${fill(block.allOn, { moment: momentWords(words.shared, all.since) })}</p>
            ${act(place, "/unblock-everybody", block.allOff)}`
        : html`<p>${block.allWords} ${block.keeps}</p>
            ${act(place, "/block-everybody", block.all)}`
    }
    ${
      some.length === 0
        ? nothing
        : html`<h3>${block.list}</h3>
            ${some.map(({ id, name }) => act(place, "/unblock", fill(block.unblock, { name }), { kind: "plain", fields: { asker: id } }))}`
    }`;
}

function rights(place: Place): Html {
  const { rights: words } = wordsOf(place).own;
  return html`<h2>${words.title}</h2>
    <ul class="further">
      <li>${link(place, "/copy", words.copy)}</li>
      <li>${link(place, "/ask/correction", words.correction)}</li>
      <li>${link(place, "/erasure", words.erasure)}</li>
      <li>${link(place, "/ask/grievance", words.grievance)}</li>
    </ul>`;
}

function asked(place: Place, cases: readonly MyCase[]): Html {
  const words = wordsOf(place);
  const own = words.own.cases;
  const moment = (at: Date) => ({ moment: momentWords(words.shared, at) });
  return html`<h2 id="cases">${own.title}</h2>
    <ul class="asks">
      ${cases.map(
        (one) =>
          html`<li class="row">
            <h3 class="name">${own.kinds[one.kind]} <span class="code">${one.reference}</span></h3>
            <p class="${one.isOverdue ? "bad" : "over"}">${caseWords(words, one)}</p>
            ${one.readAt.map((at) => html`<p class="quiet">${fill(own.read, moment(at))}</p>`)}
            ${one.text === undefined ? html`<p class="quiet">${own.erased}</p>` : nothing}
            ${
              one.text
                ? html`<details>
                    <summary>${own.yours}</summary>
                    <p class="said">${one.text}</p>
                  </details>`
                : nothing
            }
            ${
              one.answer === undefined
                ? nothing
                : html`<p><strong>${own.answer}:</strong></p>
                    <p class="said">${one.answer}</p>`
            }
          </li>`,
      )}
    </ul>`;
}

/** Choosing which request something is about; nothing where there is none. */
export function aboutField(place: Place, requests: readonly ShownRequest[]): Html {
  const words = wordsOf(place);
  if (requests.length === 0) return nothing;
  const of = (one: ShownRequest) =>
    fill(words.own.row.of, { name: one.asker.name, moment: momentWords(words.shared, one.cameAt) });
  return html`<label for="about">${words.own.ask.about}</label>
    <select id="about" name="about">
      <option value="">${words.own.ask.nothing}</option>
      ${requests.map((one) => html`<option value="${one.id}">${of(one)}</option>`)}
    </select>`;
}
