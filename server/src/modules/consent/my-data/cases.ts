import { limitKey } from "../../accounts/index.ts";
import { type NewCase, newCase, openCase, openContent } from "../cases/open-case.ts";
import { type CaseKind, caseTextMaxLength, isOneAtATime } from "../cases/rules.ts";
import { casesOfContacts, readingsOf, type SubjectCase } from "../cases/store.ts";
import type { ConsentDeps } from "../deps.ts";
import { lockSubjects } from "../subject-store.ts";
import { askerOfRequest } from "./request-store.ts";
import { isId } from "./rules.ts";
import { type Visitor, type Wait, waitOf } from "./session.ts";
import { contactsOf, hashesOf } from "./session-store.ts";

/** What a person asked of us, as they see it. */
export type MyCase = SubjectCase & {
  /** In their own words; undefined once these are erased. */
  readonly text: string | undefined;
  readonly answer: string | undefined;
  /** When operators read it. */
  readonly readAt: readonly Date[];
};

/** Every case of a visitor's contacts, newest first. */
export async function casesOf(deps: ConsentDeps, visitor: Visitor): Promise<readonly MyCase[]> {
  const { found, readings } = await deps.db.transaction("system", async (tx) => {
    const cases = await casesOfContacts(tx, hashesOf(visitor));
    const ids = cases.map(({ id }) => id);
    return { found: cases, readings: await readingsOf(tx, ids) };
  });
  const keys = await deps.keys.findAll(found.map(({ id }) => id));
  return found.map((one) => {
    const key = keys.get(one.id);
    const content = key && one.sealed ? openContent(key, one.id, one.sealed) : undefined;
    return {
      ...one,
      text: content?.text,
      answer: content?.answer,
      readAt: readings.filter(({ id }) => id === one.id).map(({ at }) => at),
    };
  });
}

export type Asked =
  | { readonly kind: "opened" | "open_already"; readonly reference: string; readonly dueAt: Date }
  | { readonly kind: "empty" | "too_long" }
  | Wait;

/**
 * Opens a case of a visitor, with their words (cleaned, `textOf`) and where the answer goes. Of a kind that they have one of at a time, an open one is
 * shown instead; two tabs at once open one. A request that is not theirs is left out.
 */
export async function askUs(
  deps: ConsentDeps,
  visitor: Visitor,
  asked: { readonly kind: Exclude<CaseKind, "misuse">; readonly text: string; readonly requestId: string | undefined },
): Promise<Asked> {
  const { text } = asked;
  if (text === "" && asked.kind !== "erasure") return { kind: "empty" };
  if ([...text].length > caseTextMaxLength) return { kind: "too_long" };
  const [contactHash] = hashesOf(visitor);
  if (!contactHash) throw new Error("a visitor without a contact");
  const open = (await casesOf(deps, visitor)).find((one) => one.kind === asked.kind && one.answeredAt === null);
  if (open && isOneAtATime(asked.kind)) return { kind: "open_already", reference: open.reference, dueAt: open.dueAt };
  const allowed = await deps.limits.take("subject_case", limitKey(deps.vault, contactHash.toString("hex")));
  if (!allowed.ok) return waitOf(allowed.problem);
  const made = await newCase(deps);
  let isOpened = false;
  try {
    const done = await openOnce(deps, visitor, made, asked);
    isOpened = done.isNew;
    const { reference, dueAt } = done.found;
    return { kind: isOpened ? "opened" : "open_already", reference, dueAt };
  } finally {
    if (!isOpened) await deps.keys.destroy([made.id]);
  }
}

/** Opens a case, or finds the open one of a kind that a person has one of at a time. */
async function openOnce(
  deps: ConsentDeps,
  visitor: Visitor,
  made: NewCase,
  asked: { readonly kind: Exclude<CaseKind, "misuse">; readonly text: string; readonly requestId: string | undefined },
): Promise<{ readonly isNew: boolean; readonly found: SubjectCase }> {
  const hashes = hashesOf(visitor);
  return deps.db.transaction("system", async (tx) => {
    await lockSubjects(tx, contactsOf(visitor));
    const before = await casesOfContacts(tx, hashes);
    const other = before.find((one) => one.kind === asked.kind && one.answeredAt === null);
    if (other && isOneAtATime(asked.kind)) return { isNew: false, found: other };
    const ownerId =
      asked.requestId !== undefined && isId(asked.requestId)
        ? await askerOfRequest(tx, visitor, asked.requestId)
        : undefined;
    const about = {
      kind: asked.kind,
      contactHash: hashes[0] ?? null,
      requestId: ownerId === undefined ? null : (asked.requestId ?? null),
      ownerId: ownerId ?? null,
      content: { text: asked.text, ...visitor.contact },
    };
    // a label that is taken already is drawn again
    const reference = (await openCase(deps, tx, made, about)) ?? (await openCase(deps, tx, made, about));
    if (reference === undefined) throw new Error("no label for a case was free");
    const found = (await casesOfContacts(tx, hashes)).find((one) => one.id === made.id);
    if (!found) throw new Error("a case that was opened is not there");
    return { isNew: true, found };
  });
}
