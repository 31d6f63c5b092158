import { findActionTimes } from "../../audit/index.ts";
import { limitKey } from "../../accounts/index.ts";
import { type CaseKey, createCaseKey, openCase, openCaseContent } from "../cases/open-case.ts";
import { type CaseKind, caseTextMaxLength, isLimitedToOneOpen } from "../cases/rules.ts";
import { findCasesByContacts, type SubjectCase } from "../cases/store.ts";
import {
  type ConsentDeps,
  lockSubjects,
  contactHashesOf,
  hashesOfContact,
  findRequesterId,
} from "../../consent/index.ts";
import { isUuid } from "./rules.ts";
import { type SubjectSession, type RateLimited, toRateLimited } from "./session.ts";

/** A subject's case, as they see it. */
export type CaseWithContent = SubjectCase & {
  /** The subject's text; undefined once it is erased. */
  readonly text: string | undefined;
  readonly answer: string | undefined;
  /** When operators read it. */
  readonly readAt: readonly Date[];
};

/** Reads every case of a visitor's contacts, newest first. */
export async function readCases(deps: ConsentDeps, visitor: SubjectSession): Promise<readonly CaseWithContent[]> {
  const { found, readings } = await deps.db.transaction("system", async (tx) => {
    const cases = await findCasesByContacts(tx, hashesOfContact(visitor));
    const ids = cases.map(({ id }) => id);
    return { found: cases, readings: await findActionTimes(tx, "case_read", ids) };
  });
  const keys = await deps.keys.findAll(found.map(({ id }) => id));
  return found.map((one) => {
    const key = keys.get(one.id);
    const content = key && one.sealed ? openCaseContent(key, one.id, one.sealed) : undefined;
    return {
      ...one,
      text: content?.text,
      answer: content?.answer,
      readAt: readings.filter(({ id }) => id === one.id).map(({ at }) => at),
    };
  });
}

export type SubmitCaseOutcome =
  | { readonly kind: "opened" | "open_already"; readonly reference: string; readonly dueAt: Date }
  | { readonly kind: "empty" | "too_long" }
  | RateLimited;

/**
 * Opens a case for a visitor, with their text (already cleaned by `formText`) and the contact for the answer. If
 * only one open case of the kind is allowed, returns the open one, also for two concurrent calls. Ignores a request
 * of another subject.
 */
export async function submitCase(
  deps: ConsentDeps,
  visitor: SubjectSession,
  asked: { readonly kind: Exclude<CaseKind, "misuse">; readonly text: string; readonly requestId: string | undefined },
): Promise<SubmitCaseOutcome> {
  const { text } = asked;
  if (text === "" && asked.kind !== "erasure") return { kind: "empty" };
  if ([...text].length > caseTextMaxLength) return { kind: "too_long" };
  const [contactHash] = hashesOfContact(visitor);
  if (!contactHash) throw new Error("the session has no contact");
  const open = (await readCases(deps, visitor)).find((one) => one.kind === asked.kind && one.answeredAt === null);
  if (open && isLimitedToOneOpen(asked.kind))
    return { kind: "open_already", reference: open.reference, dueAt: open.dueAt };
  const allowed = await deps.limits.consume("subject_case", limitKey(deps.vault, contactHash.toString("hex")));
  if (!allowed.ok) return toRateLimited(allowed.problem);
  const caseKey = await createCaseKey(deps);
  let isOpened = false;
  try {
    const done = await openCaseOnce(deps, visitor, caseKey, asked);
    isOpened = done.isNew;
    const { reference, dueAt } = done.found;
    return { kind: isOpened ? "opened" : "open_already", reference, dueAt };
  } finally {
    if (!isOpened) await deps.keys.destroy([caseKey.id]);
  }
}

/** Opens a case, or finds the open one of a kind that allows only one. */
async function openCaseOnce(
  deps: ConsentDeps,
  visitor: SubjectSession,
  caseKey: CaseKey,
  asked: { readonly kind: Exclude<CaseKind, "misuse">; readonly text: string; readonly requestId: string | undefined },
): Promise<{ readonly isNew: boolean; readonly found: SubjectCase }> {
  const hashes = hashesOfContact(visitor);
  return deps.db.transaction("system", async (tx) => {
    await lockSubjects(tx, contactHashesOf(visitor));
    const before = await findCasesByContacts(tx, hashes);
    const other = before.find((one) => one.kind === asked.kind && one.answeredAt === null);
    if (other && isLimitedToOneOpen(asked.kind)) return { isNew: false, found: other };
    const ownerId =
      asked.requestId !== undefined && isUuid(asked.requestId)
        ? await findRequesterId(tx, visitor, asked.requestId)
        : undefined;
    const about = {
      kind: asked.kind,
      contactHash: hashes[0] ?? null,
      requestId: ownerId === undefined ? null : (asked.requestId ?? null),
      ownerId: ownerId ?? null,
      content: { text: asked.text, ...visitor.contact },
    };
    // a second attempt draws another reference, in case the first one is taken
    const reference = (await openCase(deps, tx, caseKey, about)) ?? (await openCase(deps, tx, caseKey, about));
    if (reference === undefined) throw new Error("no free reference for a case");
    const found = (await findCasesByContacts(tx, hashes)).find((one) => one.id === caseKey.id);
    if (!found) throw new Error("the opened case was not found");
    return { isNew: true, found };
  });
}
