import type { LightMyRequestResponse } from "fastify";
import pg from "pg";
import { subjectCookie } from "../../../../http/cookies.ts";
import { freshNin, type TestApp } from "../../../../testing/app.ts";
import { type Asked, ask, ownOrigin } from "../../../../testing/journey.ts";

/** The pages of one's own data, asked as a browser without script asks them. */

const fromUs = { origin: ownOrigin, "sec-fetch-site": "same-origin" };

/** A number that nobody was asked over yet. */
export const freshPhone = () => `+23480${freshNin().slice(0, 8).replace(/^[09]/, "3")}`;

/** The sign-in that an answer gave. */
export const cookieOf = (answer: LightMyRequestResponse) =>
  answer.cookies.find(({ name }) => name === subjectCookie)?.value ?? "";

/** What a person does there, in an application that is there by then. */
export function visitsTo(app: () => TestApp) {
  const payer = () => app().user({ NGN: 10_000_00n });
  /** The keys there are, in their own database. */
  async function keyCount(): Promise<number | undefined> {
    const client = new pg.Client({ connectionString: app().keysUrl });
    await client.connect();
    const found = await client.query<{ count: number }>("select count(*)::int as count from record_keys");
    await client.end();
    return found.rows[0]?.count;
  }

  /** A form of ours, sent with a cookie. */
  const send = (
    path: string,
    fields: Record<string, string>,
    cookie?: string,
    headers: Record<string, string> = fromUs,
  ) =>
    app().app.inject({
      method: "POST",
      url: path,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
        ...(cookie !== undefined && { cookie: `${subjectCookie}=${cookie}` }),
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const open = (path: string, cookie?: string) =>
    app().app.inject({ url: path, headers: cookie === undefined ? {} : { cookie: `${subjectCookie}=${cookie}` } });
  /** As a browser shows it. */
  const shown = async (cookie: string, path = "/my-data") =>
    (await open(path, cookie)).body.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

  const byLink = async (token: string) => cookieOf(await send(`/consent/${token}/my-data`, {}));
  /** Asks for a code, and reads it where it went. */
  async function codeFor(contact: string) {
    const page = await send("/my-data/code", { contact });
    await app().drainQueue();
    const id = /name="id" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const sent = contact.includes("@")
      ? app().outside.mail.sent.findLast(({ to }) => to === contact)?.text
      : app().outside.sms.sent.findLast(({ to }) => to === contact)?.text;
    return { page, id, code: /code is (\d{6})/.exec(sent ?? "")?.[1] ?? "", text: sent ?? "" };
  }
  async function byCode(contact: string): Promise<string> {
    await app().owner.query("delete from rate_limits");
    const { id, code } = await codeFor(contact);
    return cookieOf(await send("/my-data/enter", { id, contact, code }));
  }

  /** A person with a phone number of their own, asked by somebody. */
  const askOf = async (phone: string, user?: Awaited<ReturnType<typeof payer>>): Promise<Asked> =>
    ask(app(), user ?? (await payer()), { contact: { phone, mail: null } });
  const names = async (id: string, name: string) =>
    app().owner.query("update users set first_name = $2 where id = $1", [id, name]);
  return { payer, keyCount, send, open, shown, byLink, codeFor, byCode, askOf, names };
}
