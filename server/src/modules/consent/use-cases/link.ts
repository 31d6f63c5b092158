import { mayLeaveOut, type RecordPart } from "@idanimo/contract/record-parts";
import { namesOfLeft } from "../../accounts/index.ts";
import { openNote } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { findFacts, type LinkFacts } from "../page/store.ts";
import { type Consent, findByToken, type Linked } from "../store.ts";
import { decide, forgetUnsent, newReceipt, withdraw, wrongPerson } from "./decide.ts";

/** A link's token: 256 bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The request whose link holds a token; undefined for a link that leads nowhere, whatever is wrong with it. */
export const findLink = (deps: Pick<ConsentDeps, "db">, token: string): Promise<Linked | undefined> =>
  tokenPattern.test(token) ? deps.db.transaction("system", (tx) => findByToken(tx, token)) : Promise.resolve(undefined);

/** What a link shows. */
export type OpenLink = {
  readonly consent: Consent;
  readonly facts: LinkFacts;
  /** The asker's own words. */
  readonly note: string | undefined;
};

/** Opens a link, which decides nothing; undefined for one that leads nowhere. Source: T-39. */
export async function openLink(deps: ConsentDeps, token: string): Promise<OpenLink | undefined> {
  const found = await findLink(deps, token);
  if (!found) return undefined;
  const names = await namesOfLeft(deps, [found.ownerId]);
  const consent = { ...found, asker: { ...found.asker, name: names.get(found.ownerId) ?? found.asker.name } };
  const facts = await deps.db.transaction("system", (tx) => findFacts(tx, consent));
  const key = consent.noteSealed ? await deps.keys.find(consent.requestId) : undefined;
  const note = key && consent.noteSealed ? openNote(key, consent.requestId, consent.noteSealed) : undefined;
  return { consent, facts, note };
}

export const linkActions = ["grant", "deny", "withdraw", "wrong-person"] as const;
export type LinkAction = (typeof linkActions)[number];

/**
 * What the holder of a link decides.
 * @param withheld parts that the person does not want to show; those that cannot be left out are shown all the same
 * @returns false when the link leads nowhere or the question is over
 */
export async function answerLink(
  deps: ConsentDeps,
  token: string,
  action: LinkAction,
  withheld: readonly RecordPart[] = [],
): Promise<boolean> {
  const consent = await findLink(deps, token);
  if (!consent) return false;
  const { requestId, searchType, over } = consent;
  if (action === "withdraw") return deps.db.transaction("system", (tx) => withdraw(deps, tx, requestId));
  if (action === "wrong-person") return deps.db.transaction("system", (tx) => wrongPerson(deps, tx, requestId, over));
  if (consent.state !== "pending") return false;
  const answer =
    action === "grant"
      ? ({ granted: true, withheld: withheld.filter((part) => mayLeaveOut(searchType, part)) } as const)
      : ({ granted: false } as const);
  const receipt = await newReceipt(deps, requestId, over);
  try {
    return await deps.db.transaction("system", (tx) => decide(deps, tx, requestId, answer, "page", receipt));
  } finally {
    await forgetUnsent(deps, [receipt]);
  }
}
