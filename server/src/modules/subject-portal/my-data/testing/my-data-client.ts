import type { LightMyRequestResponse } from "fastify";
import pg from "pg";
import { subjectCookieName } from "../../../../http/cookies.ts";
import type { TestApp } from "../../../../testing/app.ts";
import { type PendingConsent, requestConsent, ownOrigin } from "../../../../testing/lookup-steps.ts";

/** A client of the "my data" pages that behaves like a browser without script. */

const sameOriginHeaders = { origin: ownOrigin, "sec-fetch-site": "same-origin" };

const codePattern = /code is (\d{6})/;

/** The session cookie that a response sets. */
export const subjectCookieOf = (response: LightMyRequestResponse) =>
  response.cookies.find(({ name }) => name === subjectCookieName)?.value ?? "";

/** Creates the client. @param app returns the application, which may start later */
export function createMyDataClient(app: () => TestApp) {
  const payer = () => app().user({ NGN: 10_000_00n });
  /** How many keys the key database has. */
  async function keyCount(): Promise<number | undefined> {
    const client = new pg.Client({ connectionString: app().keysUrl });
    await client.connect();
    const found = await client.query<{ count: number }>("select count(*)::int as count from record_keys");
    await client.end();
    return found.rows[0]?.count;
  }

  /** Sends one of our forms with a cookie. */
  const send = (
    path: string,
    fields: Record<string, string>,
    cookie?: string,
    headers: Record<string, string> = sameOriginHeaders,
  ) =>
    app().app.inject({
      method: "POST",
      url: path,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
        ...(cookie !== undefined && { cookie: `${subjectCookieName}=${cookie}` }),
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const open = (path: string, cookie?: string) =>
    app().app.inject({ url: path, headers: cookie === undefined ? {} : { cookie: `${subjectCookieName}=${cookie}` } });
  /** A page as a browser shows it. */
  const shown = async (cookie: string, path = "/my-data") =>
    (await open(path, cookie)).body.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

  const byLink = async (token: string) => subjectCookieOf(await send(`/consent/${token}/my-data`, {}));
  /** Requests a code, and reads it from the message. */
  async function codeFor(contact: string) {
    const page = await send("/my-data/code", { contact });
    await app().drainQueue();
    const id = /name="id" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const { mail, sms } = app().providers;
    const sent: readonly { readonly to: string; readonly text: string }[] = contact.includes("@")
      ? mail.sent
      : sms.sent;
    // other messages to the contact may be sent in the same run of the queue, before or after it
    const message = sent.findLast(({ to, text }) => to === contact && codePattern.test(text));
    return { page, id, code: codePattern.exec(message?.text ?? "")?.[1] ?? "", text: message?.text ?? "" };
  }
  async function byCode(contact: string): Promise<string> {
    await app().owner.query("delete from rate_limits");
    const { page, id, code } = await codeFor(contact);
    if (code === "") throw new Error(`no code was sent: ${page.statusCode} ${page.body}`);
    return subjectCookieOf(await send("/my-data/enter", { id, contact, code }));
  }

  /** Requests consent from a subject with this phone number. */
  const askOf = async (phone: string, user?: Awaited<ReturnType<typeof payer>>): Promise<PendingConsent> =>
    requestConsent(app(), user ?? (await payer()), { contact: { phone, mail: null } });
  const names = async (id: string, name: string) =>
    app().owner.query("update users set first_name = $2 where id = $1", [id, name]);
  return { payer, keyCount, send, open, shown, byLink, codeFor, byCode, askOf, names };
}
