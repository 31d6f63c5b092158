import { type ExpectedName, formatExpectedName } from "@idanimo/contract/expected-name";
import { fillPlaceholders } from "@idanimo/contract/problems";
import { html, type Html, emptyHtml } from "../../../../pages/html.ts";
import { decisionRows, factList, listParts } from "../../consent-page/receipt-page.ts";
import { formatTimeLeft, formatPageDateTime } from "../../consent-page/page-dates.ts";
import type { RecordViews, SubjectAnswer, SubjectRequest } from "../../../consent/index.ts";
import type { AskedQuestion } from "../../consent-page/consent-link.ts";
import { requestOutcome } from "../rules.ts";
import type { LocalisedCopy } from "../my-data-copy.ts";
import { actionForm, type PageContext, copyForPage } from "./layout.ts";

/** A request with what the requester wrote, if its key still exists. */
export type RequestWithNote = SubjectRequest & {
  readonly note: string | undefined;
  readonly expectedName: ExpectedName | undefined;
  /** The one question of a check, and its answer while consent is granted [AO-10]. */
  readonly question: AskedQuestion | undefined;
  readonly answer: SubjectAnswer | undefined;
  /** Who of an organisation opened it; undefined if no one did [TM-10]. */
  readonly views: RecordViews | undefined;
};

/**
 * Describes the outcome of a request in one sentence.
 * @param isExport it is read later, so periods relative to now are left out
 */
export function describeOutcome(words: LocalisedCopy, one: SubjectRequest, isExport = false): string {
  const { row } = words.own;
  const at = (moment: Date | null) => ({
    moment: moment ? formatPageDateTime(words.shared, moment) : "-",
    length: moment ? formatTimeLeft(words.shared, moment, one.now) : "-",
  });
  switch (requestOutcome(one, one.now)) {
    case "open":
      return fillPlaceholders(isExport ? row.openUntil : row.open, at(one.deadline));
    case "standing":
      return fillPlaceholders(isExport ? row.standingUntil : row.standing, at(one.goneAt));
    case "waiting_to_ask":
      return row.waitingToAsk;
    case "refused":
      return row.refused;
    case "gone":
      return fillPlaceholders(row.gone, at(one.goneAt));
    case "taken_back":
      return fillPlaceholders(row.takenBack, at(one.goneAt));
    case "requester_closed":
      return row.requesterClosed;
    case "cancelled":
      return row.cancelled;
    case "stopped":
      return row.stopped;
    case "unanswered":
      return row.unanswered;
    case "unreached":
      return row.unreached;
    case "nothing_found":
      return row.nothingFound;
  }
}

/** How often the record was viewed and downloaded, if consent was granted. */
function describeViews(words: LocalisedCopy, one: RequestWithNote): readonly string[] {
  if (one.goneAt === null) return [];
  const { row } = words.own;
  const describe = (of: SubjectRequest["opened"], once: string, often: string) =>
    of.last === null
      ? undefined
      : fillPlaceholders(of.times === 1 ? once : often, {
          count: String(of.times),
          moment: formatPageDateTime(words.shared, of.last),
        });
  const saved = describe(one.saved, row.savedOnce, row.saved);
  const staff = describeStaffViews(words, one.views?.staff ?? []);
  const system = one.views && describe(one.views.system, row.openedBySystemOnce, row.openedBySystem);
  return [
    describe(one.opened, row.openedOnce, row.opened) ?? row.neverOpened,
    ...(staff === undefined ? [] : [staff]),
    ...(system === undefined ? [] : [system]),
    ...(saved === undefined ? [] : [saved]),
  ];
}

/** Members of staff whose times are listed. */
const listedStaffMax = 10;

/** How many members of staff opened the record, and when each did last; undefined if none did. */
function describeStaffViews({ own, shared }: LocalisedCopy, views: readonly Date[]): string | undefined {
  if (views.length === 0) return undefined;
  const moments = views.slice(0, listedStaffMax).map((moment) => formatPageDateTime(shared, moment));
  return fillPlaceholders(views.length === 1 ? own.row.openedByOne : own.row.openedByStaff, {
    count: String(views.length),
    moments: `${moments.join("; ")}${views.length > listedStaffMax ? "; ..." : ""}`,
  });
}

/** Which parts are asked for while the request is open; which were shared and which were not, after a grant. */
function describeParts({ own, shared }: LocalisedCopy, one: SubjectRequest): readonly string[] {
  if (requestOutcome(one, one.now) === "open") {
    const { required, optional } = one.disclosure;
    return [
      `${shared.facts.sees}: ${listParts(shared, required)}.`,
      ...(optional.length === 0 ? [] : [`${shared.facts.mayShow}: ${listParts(shared, optional)}.`]),
    ];
  }
  const parts = one.decision?.parts;
  if (one.goneAt === null || !parts) return [];
  const notShared = parts.offered.filter((part) => !parts.chosen.includes(part));
  return [
    fillPlaceholders(own.row.shared, { parts: listParts(shared, parts.chosen) }),
    fillPlaceholders(own.row.notShared, { parts: listParts(shared, notShared) }),
  ];
}

/** The question of a check, and its answer if the subject granted it. */
export function describeQuestion(
  { own, shared }: LocalisedCopy,
  { question, answer }: RequestWithNote,
): readonly string[] {
  if (!question) return [];
  const text = fillPlaceholders(shared.questions[question.type].text, question.values);
  return [
    fillPlaceholders(own.row.question, { question: text }),
    ...(answer ? [fillPlaceholders(own.row.answer, { answer: shared.answers[answer.answer] })] : []),
  ];
}

/** How the subject decided, collapsed by default. */
function decisionDetails({ own, shared }: LocalisedCopy, { decision }: SubjectRequest): Html {
  if (!decision) return emptyHtml;
  return html`<details>
    <summary>${own.row.decision}</summary>
    ${factList(decisionRows(shared, decision))}
  </details>`;
}

/** What we know about the requester. */
export function requesterStatusText(
  { shared }: LocalisedCopy,
  { requester }: Pick<SubjectRequest, "requester">,
): string {
  if (requester.isVerified) return shared.requester.inRegister;
  return shared.requester.asGiven;
}

/** The button that blocks or unblocks a requester. */
function blockForm(place: PageContext, { id, requester }: RequestWithNote, about: string): Html {
  const { block } = copyForPage(place).own;
  const { name } = requester;
  return requester.isBlocked
    ? actionForm(place, "/unblock", fillPlaceholders(block.unblock, { name }), {
        kind: "plain",
        about,
        fields: { requester: requester.id },
      })
    : actionForm(place, `/requests/${id}/block`, fillPlaceholders(block.block, { name }), { kind: "plain", about });
}

/**
 * One request, with the actions that are possible.
 * @param hasBlock whether to show the block button; once per requester on a page
 */
function requestRow(place: PageContext, one: RequestWithNote, hasBlock: boolean): Html {
  const words = copyForPage(place);
  const { row, block } = words.own;
  const outcome = requestOutcome(one, one.now);
  const id = `r-${one.id}`;
  const kind = outcome === "open" || outcome === "standing" ? outcome : "over";
  const further = [
    ...describeViews(words, one),
    ...(one.purgedAt === null
      ? []
      : [fillPlaceholders(row.deleted, { moment: formatPageDateTime(words.shared, one.purgedAt) })]),
  ];
  return html`<li class="${kind === "over" ? "row" : "card"}">
    <h3 class="name" id="${id}">${one.requester.name}</h3>
    <p class="quiet">
      ${requesterStatusText(words, one)}.
      ${fillPlaceholders(row.asked, { moment: formatPageDateTime(words.shared, one.receivedAt) })}.
    </p>
    <p>${words.shared.purposes[one.purpose]}${one.note === undefined ? emptyHtml : html`<br /><q>${one.note}</q>`}</p>
    ${one.expectedName ? html`<p>${words.shared.facts.expectedName}: ${formatExpectedName(one.expectedName)}</p>` : emptyHtml}
    ${describeQuestion(words, one).map((line) => html`<p>${line}</p>`)}
    ${one.isSelf && kind !== "over" ? html`<p>${row.isSelf}</p>` : emptyHtml}
    <p class="${kind}">${describeOutcome(words, one)}</p>
    ${describeParts(words, one).map((line) => html`<p>${line}</p>`)}
    ${further.length > 0 ? html`<p class="quiet">${further.join(" ")}</p>` : emptyHtml} ${decisionDetails(words, one)}
    ${outcome === "open" ? html`<p class="quiet">${row.howYes}</p>` : emptyHtml}
    ${outcome === "standing" && one.requester.isBlocked ? html`<p>${block.stands}</p>` : emptyHtml}
    ${outcome === "standing" ? actionForm(place, `/requests/${one.id}/take-back`, row.takeBack, { about: id }) : emptyHtml}
    ${outcome === "open" ? actionForm(place, `/requests/${one.id}/no`, row.no, { about: id }) : emptyHtml}
    ${one.requester.isBlocked ? html`<p class="quiet">${block.blocked}</p>` : emptyHtml}
    ${hasBlock ? blockForm(place, one, id) : emptyHtml}
  </li>`;
}

/** Renders the requests of a page, each requester's block button once. */
export function requestRows(
  place: PageContext,
  all: readonly RequestWithNote[],
  before: readonly RequestWithNote[] = [],
): Html {
  const known = new Set(before.map(({ requester }) => requester.id));
  return html`<ul class="asks">
    ${all.map((one) => {
      const hasBlock = !known.has(one.requester.id);
      known.add(one.requester.id);
      return requestRow(place, one, hasBlock);
    })}
  </ul>`;
}
