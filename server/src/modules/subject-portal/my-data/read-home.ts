import {
  findClosedRequesterNames,
  openExpectedName,
  openNote,
  questionOf,
  type ConsentDeps,
  type SubjectBlock,
  findBlocks,
  type SubjectRequest,
  type RequestFilter,
  findSubjectRequests,
} from "../../consent/index.ts";
import { type CaseWithContent, readCases } from "./subject-cases.ts";
import type { RequestWithNote } from "./pages/request-rows.ts";
import { isUuid, pageSize, activeRequestsMax } from "./rules.ts";
import type { SubjectSession } from "./session.ts";

/** Adds what requesters wrote and asked, if the keys still exist, answers, and the names of closed accounts. */
async function withNotes(deps: ConsentDeps, found: readonly SubjectRequest[]): Promise<readonly RequestWithNote[]> {
  const names = await findClosedRequesterNames(
    deps,
    found.map(({ requester }) => requester.id),
  );
  const sealed = found.filter(
    (one) => one.noteSealed !== null || one.expectedNameSealed !== null || one.questionSealed !== null,
  );
  const keys = await deps.keys.findAll(sealed.map(({ id }) => id));
  const granted = found.filter(({ state, questionSealed }) => state === "granted" && questionSealed !== null);
  const answers = await deps.readAnswers(granted.map(({ id }) => id));
  const views = await deps.readRecordViews(
    found.filter(({ requester }) => requester.userType === "business").map(({ id }) => id),
  );
  return found.map((one) => {
    const key = keys.get(one.id);
    const requester = { ...one.requester, name: names.get(one.requester.id) ?? one.requester.name };
    return {
      ...one,
      requester,
      note: key && one.noteSealed ? openNote(key, one.id, one.noteSealed) : undefined,
      expectedName: key && one.expectedNameSealed ? openExpectedName(key, one.id, one.expectedNameSealed) : undefined,
      question: (key && questionOf({ ...one, requestId: one.id }, key)) ?? undefined,
      answer: answers.get(one.id),
      views: views.get(one.id),
    };
  });
}

/** Reads a visitor's requests, newest first. */
export async function readRequests(
  deps: ConsentDeps,
  visitor: SubjectSession,
  part: RequestFilter,
  most: number,
  after?: string,
): Promise<readonly RequestWithNote[]> {
  return withNotes(
    deps,
    await deps.db.transaction("system", (tx) => findSubjectRequests(tx, visitor, part, most, after)),
  );
}

/** Reads the visitor's blocks, including those of closed accounts. */
export async function readBlocks(deps: ConsentDeps, visitor: SubjectSession): Promise<readonly SubjectBlock[]> {
  const found = await deps.db.transaction("system", (tx) => findBlocks(tx, visitor));
  const names = await findClosedRequesterNames(
    deps,
    found.flatMap(({ requester }) => (requester ? [requester.id] : [])),
  );
  return found.map((one) =>
    one.requester
      ? { ...one, requester: { ...one.requester, name: names.get(one.requester.id) ?? one.requester.name } }
      : one,
  );
}

/**
 * Reads what the home page shows. @param after id of the last request of the previous page; any other value shows
 * the newest
 */
export async function readHome(deps: ConsentDeps, visitor: SubjectSession, after: unknown) {
  const from = typeof after === "string" && isUuid(after) ? after : undefined;
  const live = from === undefined ? await readRequests(deps, visitor, "live", activeRequestsMax) : [];
  const page = await readRequests(deps, visitor, "over", pageSize + 1, from);
  const over = page.slice(0, pageSize);
  const blocks = await readBlocks(deps, visitor);
  const cases: readonly CaseWithContent[] = await readCases(deps, visitor);
  return {
    visitor,
    live,
    over,
    next: page.length > pageSize ? over.at(-1)?.id : undefined,
    isOlder: from !== undefined,
    blocks,
    cases,
  };
}
