import { fillPlaceholders } from "@idanimo/contract/problems";
import type { Page } from "../../../../pages/page.ts";
import { type FormFields, formText } from "../../../../http/form.ts";
import { html, type Html, emptyHtml } from "../../../../pages/html.ts";
import { localisedPath } from "../../language-switcher.ts";
import { formatPageDate, formatPageDateTime } from "../../consent-page/page-dates.ts";
import type { SubjectBlock } from "../../../consent/index.ts";
import type { CaseWithContent } from "../subject-cases.ts";
import { requestOutcome } from "../rules.ts";
import type { SubjectSession } from "../session.ts";
import { caseStatusText, maskContact, type LocalisedCopy } from "../my-data-copy.ts";
import {
  actionForm,
  renderMyDataPage,
  pageLink,
  myDataPath,
  type PageContext,
  statusMessage,
  copyForPage,
} from "./layout.ts";
import { requestRows, type RequestWithNote } from "./request-rows.ts";

/** What the home page shows. */
export type HomeView = {
  readonly visitor: SubjectSession;
  /** Pending and currently granted requests. */
  readonly live: readonly RequestWithNote[];
  /** One page of the other requests, newest first. */
  readonly over: readonly RequestWithNote[];
  /** Id of the last request shown, if older ones follow. */
  readonly next: string | undefined;
  /** Whether this is a page of older requests. */
  readonly isOlder: boolean;
  readonly blocks: readonly SubjectBlock[];
  readonly cases: readonly CaseWithContent[];
  /** A status message about the last action. */
  readonly done: { readonly kind: "good" | "bad"; readonly words: string } | undefined;
};

/** Actions that the `done` query parameter can name. It never contains a personal value. */
const completedActions = ["takenBack", "refused", "blocked", "unblocked", "blockedAll", "unblockedAll"] as const;
export type CompletedAction = (typeof completedActions)[number];

/** The message for the `done` query parameter; undefined if it is missing or unknown. */
export function actionMessage(
  words: LocalisedCopy,
  query: FormFields,
  { live, cases }: Pick<HomeView, "live" | "cases">,
): HomeView["done"] {
  const what = query["done"];
  const { done } = words.own;
  const simple = completedActions.find((one) => one === what);
  if (simple) return { kind: "good", words: completedMessage(words, simple, live) };
  if (what === "unchanged") return { kind: "bad", words: done.unchanged };
  const [newest] = cases;
  if (!newest || (what !== "asked" && what !== "erased")) return undefined;
  const count = (value: unknown) => (/^\d{1,4}$/.test(formText(value)) ? formText(value) : "0");
  const facts = {
    reference: newest.reference,
    date: formatPageDate(words.shared, newest.dueAt),
    taken: count(query["taken"]),
    refused: count(query["no"]),
  };
  return { kind: "good", words: fillPlaceholders(done[what], facts) };
}

/** The message for an action. After a block, it says so if a granted request still shows the record. */
function completedMessage({ own }: LocalisedCopy, done: CompletedAction, live: HomeView["live"]): string {
  const granted = live.filter((one) => requestOutcome(one, one.now) === "standing");
  const stays =
    done === "blocked" && granted.some(({ requester }) => requester.isBlocked)
      ? own.block.stands
      : done === "blockedAll" && granted.length > 0
        ? own.block.keeps
        : undefined;
  return stays === undefined ? own.done[done] : `${own.done[done]} ${stays}`;
}

const sessionSummary = (words: LocalisedCopy, visitor: SubjectSession) =>
  fillPlaceholders(words.own.frame.you, { contacts: maskContact(words, visitor.contact) ?? words.own.frame.link });

export function homePage(page: PageContext, home: HomeView): Page {
  const words = copyForPage(page);
  const { own } = words;
  const hasNoRequests = home.live.length === 0 && home.over.length === 0 && !home.isOlder;
  return renderMyDataPage(
    page,
    own.home.title,
    html`<h1>${own.home.title}</h1>
      ${home.done ? statusMessage(home.done.kind, home.done.words) : emptyHtml}
      <p class="quiet">${sessionSummary(words, home.visitor)}</p>
      ${
        hasNoRequests
          ? html`<section class="card">
              <p class="name">${own.home.noRequests}</p>
              <p>${own.home.noRequestsText}</p>
            </section>`
          : html`${home.isOlder ? emptyHtml : activeSection(page, home)} ${pastSection(page, home)}`
      }
      ${blockSection(page, home)} ${rightsSection(page)}
      ${home.cases.length > 0 ? casesSection(page, home.cases) : emptyHtml}
      <section class="leave">
        <p class="quiet">
          ${fillPlaceholders(own.frame.stays, { time: formatPageDateTime(words.shared, home.visitor.endsAt) })}
        </p>
        ${actionForm(page, "/leave", own.frame.leave)}
      </section>`,
  );
}

function activeSection(page: PageContext, { live }: HomeView): Html {
  const { home } = copyForPage(page).own;
  return html`<h2>${home.stands}</h2>
    ${live.length === 0 ? html`<p>${home.nothingStands}</p>` : requestRows(page, live)}`;
}

function pastSection(page: PageContext, { live, over, next, isOlder }: HomeView): Html {
  const { home } = copyForPage(page).own;
  if (over.length === 0 && !isOlder) return emptyHtml;
  const older =
    next === undefined
      ? undefined
      : `${myDataPath}?after=${next}${page.language === "en" ? "" : `&lang=${page.language}`}`;
  return html`<h2>${live.length > 0 || isOlder ? home.before : home.everybody}</h2>
    ${over.length === 0 ? html`<p>${home.noMore}</p>` : emptyHtml} ${requestRows(page, over, live)}
    ${older === undefined ? emptyHtml : html`<p class="onward"><a href="${older}">${home.older}</a></p>`}
    ${isOlder ? html`<p class="onward"><a href="${localisedPath(myDataPath, page.language)}">${home.newest}</a></p>` : emptyHtml}`;
}

/** The block of all requesters, and the blocks of requesters without a row above that has the button. */
function blockSection(page: PageContext, { blocks, live, over }: HomeView): Html {
  const words = copyForPage(page);
  const { block } = words.own;
  const all = blocks.find(({ requester }) => requester === null);
  const shown = new Set([...live, ...over].map(({ requester }) => requester.id));
  const some = blocks.flatMap(({ requester }) => (requester && !shown.has(requester.id) ? [requester] : []));
  return html`<h2>${block.title}</h2>
    ${
      all
        ? html`<p class="waiting">
              ${fillPlaceholders(block.allOn, { moment: formatPageDateTime(words.shared, all.since) })}
            </p>
            ${actionForm(page, "/unblock-everybody", block.allOff)}`
        : html`<p>${block.allWords} ${block.keeps}</p>
            ${actionForm(page, "/block-everybody", block.all)}`
    }
    ${
      some.length === 0
        ? emptyHtml
        : html`<h3>${block.list}</h3>
            ${some.map(({ id, name }) => actionForm(page, "/unblock", fillPlaceholders(block.unblock, { name }), { kind: "plain", fields: { requester: id } }))}`
    }`;
}

function rightsSection(page: PageContext): Html {
  const { rights: words } = copyForPage(page).own;
  return html`<h2>${words.title}</h2>
    <ul class="further">
      <li>${pageLink(page, "/copy", words.copy)}</li>
      <li>${pageLink(page, "/ask/correction", words.correction)}</li>
      <li>${pageLink(page, "/erasure", words.erasure)}</li>
      <li>${pageLink(page, "/ask/grievance", words.grievance)}</li>
    </ul>`;
}

function casesSection(page: PageContext, cases: readonly CaseWithContent[]): Html {
  const words = copyForPage(page);
  const own = words.own.cases;
  const instant = (at: Date) => ({ moment: formatPageDateTime(words.shared, at) });
  return html`<h2 id="cases">${own.title}</h2>
    <ul class="asks">
      ${cases.map(
        (one) =>
          html`<li class="row">
            <h3 class="name">${own.kinds[one.kind]} <span class="code">${one.reference}</span></h3>
            <p class="${one.isOverdue ? "bad" : "over"}">${caseStatusText(words, one)}</p>
            ${one.readAt.map((at) => html`<p class="quiet">${fillPlaceholders(own.read, instant(at))}</p>`)}
            ${one.text === undefined ? html`<p class="quiet">${own.erased}</p>` : emptyHtml}
            ${
              one.text
                ? html`<details>
                    <summary>${own.yours}</summary>
                    <p class="said">${one.text}</p>
                  </details>`
                : emptyHtml
            }
            ${
              one.answer === undefined
                ? emptyHtml
                : html`<p><strong>${own.answer}:</strong></p>
                    <p class="said">${one.answer}</p>`
            }
          </li>`,
      )}
    </ul>`;
}

/** A field to choose the request that a case is about; empty if there are no requests. */
export function requestSelect(page: PageContext, requests: readonly RequestWithNote[]): Html {
  const words = copyForPage(page);
  if (requests.length === 0) return emptyHtml;
  const of = (one: RequestWithNote) =>
    fillPlaceholders(words.own.row.of, {
      name: one.requester.name,
      moment: formatPageDateTime(words.shared, one.receivedAt),
    });
  return html`<label for="about">${words.own.ask.about}</label>
    <select id="about" name="about">
      <option value="">${words.own.ask.nothing}</option>
      ${requests.map((one) => html`<option value="${one.id}">${of(one)}</option>`)}
    </select>`;
}
