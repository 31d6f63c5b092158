import type { ConsentState } from "@idanimo/contract/consent";
import type { Tx } from "../../database/database.ts";

type ConsentSteps = {
  readonly state: ConsentState;
  readonly askedAt: Date | null;
  readonly deadline: Date | null;
  readonly decidedAt: Date | null;
  readonly expiresAt: Date | null;
};

/** When a request's subject was asked and decided; nothing about the subject. */
export const findConsentSteps = (tx: Tx, requestId: string): Promise<ConsentSteps | undefined> =>
  tx
    .selectFrom("consents")
    .select(["state", "asked_at as askedAt", "deadline", "decided_at as decidedAt", "expires_at as expiresAt"])
    .where("request_id", "=", requestId)
    .executeTakeFirst();
