import { rowOf } from "@idanimo/contract/catalogue";
import { type PaperDocument, ourFoot } from "../../../documents/index.ts";
import { fill } from "@idanimo/contract/problems";
import type { ConsentDeps } from "../deps.ts";
import type { Language } from "../language.ts";
import { momentWords } from "../page/moments.ts";
import { tagOf } from "../switcher.ts";
import type { Blocked } from "./block-store.ts";
import { type MyCase, casesOf } from "./cases.ts";
import type { ShownRequest } from "./pages/rows.ts";
import { askerWords, outcomeWords } from "./pages/rows.ts";
import { eventsOf, type Happened } from "./request-store.ts";
import { readBlocks, readRequests } from "./read-home.ts";
import { outcomeOf } from "./rules.ts";
import type { Visitor } from "./session.ts";
import { caseWords, type Words, wordsIn } from "./words.ts";

/** A copy of everything that leads to a person's contacts. The record itself is not in it: it is sealed, and never handed out here. */

/** More than a person can be asked in twelve months, with room. */
const copyMost = 5_000;

export type Copy = {
  readonly madeAt: Date;
  readonly visitor: Visitor;
  readonly requests: readonly (ShownRequest & { readonly events: readonly Happened[] })[];
  readonly cases: readonly MyCase[];
  readonly blocks: readonly Blocked[];
};

export async function readCopy(deps: ConsentDeps, visitor: Visitor): Promise<Copy> {
  const found = await readRequests(deps, visitor, "all", copyMost);
  const { events, madeAt } = await deps.db.transaction("system", async (tx) => ({
    events: await eventsOf(
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
    cases: await casesOf(deps, visitor),
    blocks: await readBlocks(deps, visitor),
  };
}

/** Where a yes stands, its record is sealed for whoever asked. */
export const sealedOf = ({ requests }: Copy) => requests.filter((one) => outcomeOf(one, one.now) === "standing");

/** The copy for programs. Times are ISO 8601 in UTC; names are of this file alone. */
export function jsonOf(copy: Copy): string {
  const { madeAt, requests, cases, blocks } = copy;
  return JSON.stringify(
    {
      made: madeAt,
      record:
        "Not in this file, and held by us only where a yes stands: sealed, for the account that asked, until the time that `seenUntil` says.",
      contact: "Your phone number and mail address are in no row. A keyed hash of each stands in their place.",
      requests: requests.map((one) => ({
        reference: one.id,
        askedBy: { name: one.asker.name, kind: one.asker.userType, nameInCompanyRegister: one.asker.isVerified },
        blocked: one.asker.isBlocked,
        kind: rowOf(one.searchType).label,
        purpose: one.purpose,
        note: one.note ?? null,
        came: one.cameAt,
        youWereAsked: one.askedAt,
        answerUntil: one.deadline,
        state: outcomeOf(one, one.now),
        decided: one.decidedAt,
        decidedBy: one.decidedBy,
        leftOut: one.withheld,
        seenUntil: one.goneAt,
        timesOpened: one.opened.times,
        timesSaved: one.saved.times,
        deleted: one.purgedAt,
        proofs: one.events.map(({ at, what, way }) => ({ at, what, ...(way !== null && { way }) })),
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
      blocks: blocks.map(({ asker, since }) => ({ asker: asker?.name ?? "everybody", since })),
    },
    null,
    2,
  );
}

/** What happened, in the person's words. */
function happenedWords({ own }: Words, { what, way }: Happened): string {
  const known = Object.entries(own.events).find(([name]) => name === what)?.[1] ?? own.events.other;
  const by = Object.entries(own.ways).find(([name]) => name === way)?.[1];
  return `${known}${by === undefined ? "" : ` ${by}`}`;
}

/** The same with its moment. */
export const eventWords = (words: Words, event: Happened): string =>
  `${momentWords(words.shared, event.at)}: ${happenedWords(words, event)}`;

/** The copy as a paper, in the reader's language. */
export function paperOf(copy: Copy, language: Language): PaperDocument {
  const words = wordsIn(language);
  const { own, shared } = words;
  const moment = (at: Date) => momentWords(shared, at);
  const sealed = sealedOf(copy);
  return {
    title: own.copy.title,
    lang: tagOf(language),
    eyebrow: moment(copy.madeAt),
    blocks: [
      { kind: "note", tone: "plain", text: own.copy.sealed },
      ...(sealed.length === 0 ? [own.copy.noneStanding] : sealed.map((one) => standingWords(words, one))).map(
        (text) => ({ kind: "text", text }) as const,
      ),
      { kind: "text", text: `${own.copy.contact} ${own.copy.months}` },
      ...copy.requests.flatMap((one) => [
        { kind: "heading", text: one.asker.name } as const,
        { kind: "text", text: outcomeWords(words, one, true) } as const,
        {
          kind: "facts",
          rows: [
            { label: own.row.saw, value: rowOf(one.searchType).label },
            {
              label: own.row.why,
              value: shared.purposes[one.purpose] + (one.note === undefined ? "" : `: ${one.note}`),
            },
            { label: shared.asker.label, value: askerWords(words, one) },
            ...one.events.map((event) => ({ label: moment(event.at), value: happenedWords(words, event) })),
          ],
        } as const,
      ]),
      ...copy.cases.flatMap((one) => [
        { kind: "heading", text: `${own.cases.kinds[one.kind]} ${one.reference}` } as const,
        { kind: "text", text: caseWords(words, one) } as const,
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
            ...copy.blocks.map(({ asker, since }) => {
              const at = moment(since);
              return {
                kind: "text",
                text: asker ? `${asker.name}: ${at}` : fill(own.block.allOn, { moment: at }),
              } as const;
            }),
          ]),
    ],
    foot: ourFoot,
  };
}

export const standingWords = ({ own, shared }: Words, one: ShownRequest): string =>
  fill(own.copy.standing, { name: one.asker.name, moment: one.goneAt ? momentWords(shared, one.goneAt) : "-" });
