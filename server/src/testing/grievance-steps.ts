import { subjectCookieName } from "../http/cookies.ts";
import type { TestApp } from "./app.ts";
import { ownOrigin, type PendingConsent, requestConsent, submitDecision } from "./lookup-steps.ts";

/** A case that a person opened on their own page. */
export type OpenedCase = {
  readonly pending: PendingConsent;
  readonly cookie: string;
  readonly reference: string;
  readonly id: string;
};

/** Creates a subject's complaint about a request, sent through the link of their message. */
export async function createGrievance(app: TestApp, text: string, kind = "grievance"): Promise<OpenedCase> {
  const send = (path: string, fields: Record<string, string>, cookie = "") =>
    app.app.inject({
      method: "POST",
      url: path,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: ownOrigin,
        "sec-fetch-site": "same-origin",
        cookie: `${subjectCookieName}=${cookie}`,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const pending = await requestConsent(app, await app.user({ NGN: 10_000_00n }));
  const cookie = (await send(`/consent/${pending.token}/my-data`, {})).cookies[0]?.value ?? "";
  await submitDecision(app, pending.token, "deny");
  await app.drainQueue();
  await send(`/my-data/ask/${kind}`, { text, about: pending.itemId }, cookie);
  const { rows } = await app.owner.query<{ reference: string; id: string }>(
    "select reference, id from subject_cases where request_id = $1",
    [pending.itemId],
  );
  return { pending, cookie, reference: rows[0]?.reference ?? "", id: rows[0]?.id ?? "" };
}
