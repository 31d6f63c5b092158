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
  granted: "Said yes",
  denied: "Said no",
  unanswered: "No answer",
  unreached: "Wrong person or not reached",
  withdrawn: "Taken back",
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
  const what = total.days === 1 ? "The one day there is so far." : `All ${total.days} days so far, then ${listed}.`;
  return html`<p id="days" class="quiet">
      ${what} Each thing is counted on the day it happened, so a row need not add up. Nor does it while people still
      have time to answer.
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
      ? html`<p>No whole day has passed yet. The first counts come tomorrow.</p>`
      : html`${countsTable(transparency)}
          <p>Deleted within a minute of the moment it was due: <strong>${formatOnTimeShare(total)}</strong>.</p>
          ${countedAt === null ? emptyHtml : html`<p class="quiet">Counted ${formatDateTime(countedAt)}. Days are counted once, after they end, and never changed.</p>`}`;
  const anchor =
    head === null
      ? html`<p>The first seal comes with the first whole day.</p>`
      : html`<dl>
          <dt>Day</dt>
          <dd>${formatCalendarDay(head.day)}</dd>
          <dt>Rows sealed until then</dt>
          <dd>${formatCount(head.position)}</dd>
          <dt>Seal</dt>
          <dd class="code">${head.hash}</dd>
        </dl>`;
  const body = html`<h1>What people decide here</h1>
    <p>
      No one sees a person's record on ${brand.name} unless that person says yes. These counts show what people were
      asked, what they answered, and whether records were deleted when they should be.
    </p>
    <a class="file" href="/my-data">${englishPage.mine} See it, and stop it.</a>
    <h2>Counts</h2>
    ${counts}
    <h2>What the words mean</h2>
    <ul>
      <li><strong>Asked:</strong> people we wrote to because someone wanted to see their record.</li>
      <li><strong>No answer:</strong> their day passed and nothing was shown.</li>
      <li>
        <strong>Wrong person or not reached:</strong> our message went to another person, or was not delivered. Nothing
        was shown.
      </li>
      <li><strong>Taken back:</strong> a yes that its owner ended early.</li>
      <li>
        <strong>Deleted:</strong> searches and records destroyed, with their keys. <strong>On time</strong> means within
        a minute.
      </li>
    </ul>
    <h2>The seal of our audit log</h2>
    <p>
      Every view, answer and deletion is a row in an audit log that is sealed row after row. Keep this seal: if anyone
      changed an older row, the log would no longer lead to it.
    </p>
    ${anchor}`;
  return createPage(
    "What people decide here",
    brand.name,
    transparencyStylesPath,
    "No name and no number of a person stands on this page.",
    body,
    { ...englishPage, home: "/my-data", counts: undefined },
    `How many people were asked on ${brand.name}, how many said yes or no, and whether their records were deleted in time.`,
  );
}
