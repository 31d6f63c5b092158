import { openNote } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import { type Consent, findByToken } from "../store.ts";
import { decide, forgetUnsent, newReceipt, withdraw } from "./decide.ts";

/** A link's token: 256 bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const find = (deps: ConsentDeps, token: string) =>
  tokenPattern.test(token) ? deps.db.transaction("system", (tx) => findByToken(tx, token)) : Promise.resolve(undefined);

/** What a link shows. It decides nothing; undefined for a link that leads nowhere, whatever is wrong with it. Source: T-39. */
export async function openLink(
  deps: ConsentDeps,
  token: string,
): Promise<{ readonly consent: Consent; readonly note: string | undefined } | undefined> {
  const consent = await find(deps, token);
  if (!consent) return undefined;
  const key = consent.noteSealed ? await deps.keys.find(consent.requestId) : undefined;
  const note = key && consent.noteSealed ? openNote(key, consent.requestId, consent.noteSealed) : undefined;
  return { consent, note };
}

/** What the holder of a link decides; false when the link leads nowhere or the question is over. */
export async function answerLink(
  deps: ConsentDeps,
  token: string,
  action: "grant" | "deny" | "withdraw",
): Promise<boolean> {
  const consent = await find(deps, token);
  if (!consent) return false;
  if (action === "withdraw") return deps.db.transaction("system", (tx) => withdraw(deps, tx, consent.requestId));
  if (consent.state !== "pending") return false;
  const receipt = await newReceipt(deps, consent.requestId);
  try {
    return await deps.db.transaction("system", (tx) =>
      decide(deps, tx, consent.requestId, action === "grant", "page", receipt),
    );
  } finally {
    await forgetUnsent(deps, [receipt]);
  }
}
