import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { formatExpectedName } from "@idanimo/contract/expected-name";
import { type PdfDocument, brandFooter } from "../../../documents/index.ts";
import { fillPlaceholders } from "@idanimo/contract/problems";
import {
  type ConsentDeps,
  type Language,
  type SubjectBlock,
  findRequestEvents,
  type RequestEvent,
} from "../../consent/index.ts";
import { decisionRows } from "../consent-page/receipt-page.ts";
import { formatPageDateTime } from "../consent-page/page-dates.ts";
import { languageTag } from "../language-switcher.ts";
import { type CaseWithContent, readCases } from "./subject-cases.ts";
import type { RequestWithNote } from "./pages/request-rows.ts";
import { describeQuestion, requesterStatusText, describeOutcome } from "./pages/request-rows.ts";
import { readBlocks, readRequests } from "./read-home.ts";
import { requestOutcome } from "./rules.ts";
import type { SubjectSession } from "./session.ts";
import { caseStatusText, type LocalisedCopy, copyInLanguage } from "./my-data-copy.ts";

/** The export of everything we store about a subject's contacts. It never contains the record, which is sealed. */

/** More than one subject can receive in twelve months. */
const exportedRequestsMax = 5_000;

export type DataExport = {
  readonly madeAt: Date;
  readonly visitor: SubjectSession;
  readonly requests: readonly (RequestWithNote & { readonly events: readonly RequestEvent[] })[];
  readonly cases: readonly CaseWithContent[];
  readonly blocks: readonly SubjectBlock[];
};

export async function readDataExport(deps: ConsentDeps, visitor: SubjectSession): Promise<DataExport> {
  const found = await readRequests(deps, visitor, "all", exportedRequestsMax);
  const { events, madeAt } = await deps.db.transaction("system", async (tx) => ({
    events: await findRequestEvents(
      tx,
      found.map(({ id }) => id),
    ),
    madeAt: found[0]?.now ?? new Date(),
  }));
  const byRequest = Map.groupBy(events, ({ requestId }) => requestId);
  return {
    madeAt,
    visitor,
    requests: found.map((one) => ({ ...one, events: byRequest.get(one.id) ?? [] })),
    cases: await readCases(deps, visitor),
    blocks: await readBlocks(deps, visitor),
  };
}

/** Requests whose consent is granted, so that their record is still stored for the requester. */
export const activeRequestsOf = ({ requests }: DataExport) =>
  requests.filter((one) => requestOutcome(one, one.now) === "standing");

/** The export as JSON. Times are ISO 8601 in UTC; the property names are used in this file only. */
export function dataExportJson(copy: DataExport): string {
  const { madeAt, requests, cases, blocks } = copy;
  return JSON.stringify(
    {
      made: madeAt,
      record:
        "Not in this file, and stored by us only while you consent: encrypted, for the account that asked, until the time in `seenUntil`.",
      contact: "Your phone number and email address are in no row. Each row has a keyed hash of them instead.",
      requests: requests.map((one) => ({
        reference: one.id,
        askedBy: {
          name: one.requester.name,
          kind: one.requester.userType,
          nameInCompanyRegister: one.requester.isVerified,
        },
        blocked: one.requester.isBlocked,
        kind: catalogueRowOf(one.searchType).label,
        purpose: one.purpose,
        note: one.note ?? null,
        nameTheyGave: one.expectedName ? formatExpectedName(one.expectedName) : null,
        ...(one.question && {
          question: fillPlaceholders(
            copyInLanguage("en").shared.questions[one.question.type].text,
            one.question.values,
          ),
          answer: one.answer?.answer ?? null,
        }),
        came: one.receivedAt,
        youWereAsked: one.askedAt,
        answerUntil: one.deadline,
        state: requestOutcome(one, one.now),
        decided: one.decidedAt,
        decidedBy: one.decidedBy,
        partsOffered: one.decision?.parts?.offered ?? null,
        partsShared: one.decision?.parts?.chosen ?? null,
        language: one.decision?.language ?? null,
        textVersion: one.decision?.textVersion ?? null,
        seenUntil: one.goneAt,
        timesOpened: one.opened.times,
        staffWhoOpenedIt: one.views?.staff ?? [],
        timesOpenedByTheirSystem: one.views?.system.times ?? 0,
        timesSaved: one.saved.times,
        deleted: one.purgedAt,
        proofs: one.events.map(({ at, what, way, evidence }) => ({
          at,
          what,
          ...(way !== null && { way }),
          ...(evidence && {
            language: evidence.language,
            textVersion: evidence.text_version,
            partsOffered: evidence.parts_offered,
            partsChosen: evidence.parts_chosen,
            ruleVersion: evidence.rule_version,
          }),
        })),
      })),
      cases: cases.map((one) => ({
        reference: one.reference,
        kind: one.kind,
        about: one.requestId,
        sent: one.openedAt,
        due: one.dueAt,
        answered: one.answeredAt,
        readByOperators: one.readAt,
        yourWords: one.text ?? null,
        answer: one.answer ?? null,
      })),
      blocks: blocks.map(({ requester, since }) => ({ requester: requester?.name ?? "everybody", since })),
    },
    null,
    2,
  );
}

function eventLabel({ own }: LocalisedCopy, { what, way }: RequestEvent): string {
  const known = Object.entries(own.events).find(([name]) => name === what)?.[1] ?? own.events.other;
  const by = Object.entries(own.ways).find(([name]) => name === way)?.[1];
  return `${known}${by === undefined ? "" : ` ${by}`}`;
}

/** An event with its date and time. */
export const formatEvent = (words: LocalisedCopy, event: RequestEvent): string =>
  `${formatPageDateTime(words.shared, event.at)}: ${eventLabel(words, event)}`;

/** The export as a PDF document, in the reader's language. */
export function dataExportDocument(copy: DataExport, language: Language): PdfDocument {
  const words = copyInLanguage(language);
  const { own, shared } = words;
  const moment = (at: Date) => formatPageDateTime(shared, at);
  const sealed = activeRequestsOf(copy);
  return {
    title: own.copy.title,
    lang: languageTag(language),
    eyebrow: moment(copy.madeAt),
    blocks: [
      { kind: "note", tone: "plain", text: own.copy.sealed },
      ...(sealed.length === 0 ? [own.copy.noneStanding] : sealed.map((one) => describeActiveRequest(words, one))).map(
        (text) => ({ kind: "text", text }) as const,
      ),
      { kind: "text", text: `${own.copy.contact} ${own.copy.months}` },
      ...copy.requests.flatMap((one) => [
        { kind: "heading", text: one.requester.name } as const,
        { kind: "text", text: describeOutcome(words, one, true) } as const,
        ...describeQuestion(words, one).map((text) => ({ kind: "text", text }) as const),
        {
          kind: "facts",
          rows: [
            { label: own.row.saw, value: catalogueRowOf(one.searchType).label },
            {
              label: own.row.why,
              value: shared.purposes[one.purpose] + (one.note === undefined ? "" : `: ${one.note}`),
            },
            ...(one.expectedName
              ? [{ label: shared.facts.expectedName, value: formatExpectedName(one.expectedName) }]
              : []),
            { label: shared.requester.label, value: requesterStatusText(words, one) },
            ...(one.decision ? decisionRows(shared, one.decision) : []),
            ...one.events.map((event) => ({ label: moment(event.at), value: eventLabel(words, event) })),
          ],
        } as const,
      ]),
      ...copy.cases.flatMap((one) => [
        { kind: "heading", text: `${own.cases.kinds[one.kind]} ${one.reference}` } as const,
        { kind: "text", text: caseStatusText(words, one) } as const,
        {
          kind: "facts",
          rows: [
            { label: own.cases.yours, value: one.text ?? own.cases.erased },
            ...(one.answer === undefined ? [] : [{ label: own.cases.answer, value: one.answer }]),
          ],
        } as const,
      ]),
      ...(copy.blocks.length === 0
        ? []
        : [
            { kind: "heading", text: own.block.list } as const,
            ...copy.blocks.map(({ requester, since }) => {
              const at = moment(since);
              return {
                kind: "text",
                text: requester ? `${requester.name}: ${at}` : fillPlaceholders(own.block.allOn, { moment: at }),
              } as const;
            }),
          ]),
    ],
    footer: brandFooter,
  };
}

export const describeActiveRequest = ({ own, shared }: LocalisedCopy, one: RequestWithNote): string =>
  fillPlaceholders(own.copy.standing, {
    name: one.requester.name,
    moment: one.goneAt ? formatPageDateTime(shared, one.goneAt) : "-",
  });
