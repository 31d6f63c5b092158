import { formatCalendarDay, formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { brand } from "@idanimo/contract/brand";
import { englishPage, type Page, createPage } from "../../pages/page.ts";
import { html, type Html, emptyHtml } from "../../pages/html.ts";
import { type EventCounts, countedEvents, type CountedDay, type Transparency } from "./transparency-store.ts";

/** The public page of counts. It shows small numbers too, because they identify no one. */

export const transparencyPath = "/transparency";
export const transparencyStylesPath = `${transparencyPath}/page.css`;
/** Number of days listed. */
export const daysShown = 30;

const headings = {
  asked: "Asked",
  granted: "Agreed",
  denied: "Refused",
  unanswered: "No reply",
  unreached: "Wrong person or not reached",
  withdrawn: "Withdrawn",
  deleted: "Deleted",
  deleted_on_time: "On time",
} as const satisfies Record<keyof EventCounts, string>;

/** Share of the deletions done within a minute, rounded down, so that 100% means all. */
export function formatOnTimeShare({ deleted, deleted_on_time: onTime }: EventCounts): string {
  if (deleted === 0n) return "nothing was due";
  const tenths = (onTime * 1000n) / deleted;
  return `${tenths / 10n}.${tenths % 10n}%`;
}

/** Explicit roles, because on phones a row is displayed as a block and would lose its row semantics. */
const countsRow = (kind: "all" | "day", head: string, counts: EventCounts): Html =>
  html`<tr role="row" class="${kind}">
    <th role="rowheader" scope="row">${head}</th>
    ${countedEvents.map((name) => html`<td role="cell" data-label="${headings[name]}">${formatCount(counts[name])}</td>`)}
  </tr>`;

const dayRow = (one: CountedDay) => countsRow("day", formatCalendarDay(one.day), one);

function countsTable({ days, total }: Transparency): Html {
  const heads = countedEvents.map((name) => html`<th role="columnheader" scope="col">${headings[name]}</th>`);
  const listed = days.length === total.days ? "each of them" : `each of the last ${days.length}`;
  const what = total.days === 1 ? "There is one day so far." : `All ${total.days} days so far, then ${listed}.`;
  return html`<p id="days" class="quiet">
      ${what} Each event is counted on the day it happened, so a row may not add up, for example while people still have
      time to reply.
    </p>
    <div class="counts" role="region" aria-labelledby="days" tabindex="0">
      <table role="table" aria-labelledby="days">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">Day</th>
            ${heads}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${total.days === 1 ? emptyHtml : countsRow("all", "All days", total)} ${days.map(dayRow)}
        </tbody>
      </table>
    </div>`;
}

/** Builds the page. */
export function transparencyPage(transparency: Transparency): Page {
  const { days, total, countedAt, head } = transparency;
  const counts =
    days.length === 0
      ? html`<p>There is no full day to count yet. The first numbers appear tomorrow.</p>`
      : html`${countsTable(transparency)}
          <p>Deleted within a minute of the due time: <strong>${formatOnTimeShare(total)}</strong>.</p>
          ${countedAt === null ? emptyHtml : html`<p class="quiet">Counted ${formatDateTime(countedAt)}. Each day is counted once, after it ends, and never changed.</p>`}`;
  const anchor =
    head === null
      ? html`<p>The first seal appears after the first full day.</p>`
      : html`<dl>
          <dt>Day</dt>
          <dd>${formatCalendarDay(head.day)}</dd>
          <dt>Entries sealed so far</dt>
          <dd>${formatCount(head.position)}</dd>
          <dt>Seal</dt>
          <dd class="code">${head.hash}</dd>
        </dl>`;
  const body = html`<h1>Transparency report</h1>
    <p>
      On ${brand.name}, no one sees a person's record unless that person consents. These numbers show how many people we
      asked, what they answered, and whether we deleted records on time.
    </p>
    <a class="file" href="/my-data">${englishPage.mine} See it, and stop it.</a>
    <h2>Numbers</h2>
    ${counts}
    <h2>What the columns mean</h2>
    <ul>
      <li><strong>Asked:</strong> people we contacted because someone wanted to see their record.</li>
      <li><strong>No reply:</strong> 24 hours passed without a reply, and nothing was shown.</li>
      <li>
        <strong>Wrong person or not reached:</strong> our message reached the wrong person, or was not delivered.
        Nothing was shown.
      </li>
      <li><strong>Withdrawn:</strong> people who agreed and later withdrew their consent.</li>
      <li>
        <strong>Deleted:</strong> searches and records we deleted, with their keys. <strong>On time</strong> means
        within a minute.
      </li>
    </ul>
    <h2>Tamper-proof audit log</h2>
    <p>
      Every view, answer and deletion is recorded in a log, and each entry is linked to the one before it. Save this
      seal: if anyone changes an older entry, the log no longer matches the seal.
    </p>
    ${anchor}`;
  return createPage(
    "Transparency report",
    brand.name,
    transparencyStylesPath,
    "This page contains no personal data.",
    body,
    { ...englishPage, home: "/my-data", counts: undefined },
    `How many people were asked on ${brand.name}, how many agreed or refused, and whether their records were deleted on time.`,
  );
}
