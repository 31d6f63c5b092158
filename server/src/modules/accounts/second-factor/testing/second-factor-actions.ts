import { Secret, TOTP } from "otpauth";
import { freshEmail, type Kit, password } from "../../testing/kit.ts";

export type SignedInPerson = {
  readonly email: string;
  readonly userId: string;
  readonly headers: { readonly authorization: string };
};

type Ticket = { readonly secondFactor: true; readonly ticket: string };

/** Actions of test users, over the real routes. */
export function secondFactorActions(kit: Kit) {
  let offsetMs = 0;
  const moveClock = async (ms: number) => {
    offsetMs = ms;
    await kit.setClockOffset(ms);
  };

  async function newPerson(): Promise<SignedInPerson> {
    const email = await kit.openAccount({ email: freshEmail() });
    const response = (await kit.signIn({ email })).json<{ jwtToken: string }>();
    const found = await kit.owner.query<{ id: string }>("select id from users where email = $1", [email]);
    return { email, userId: found.rows[0]?.id ?? "", headers: { authorization: `Bearer ${response.jwtToken}` } };
  }

  /** The code that an authenticator application shows, a number of steps from now. */
  const codeOf = (secret: string, steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + offsetMs + steps * 30_000 });

  const setUp = async (person: SignedInPerson) =>
    (await kit.post("/user/totp", { password }, person.headers)).json<{
      secret: string;
      uri: string;
      qrCode: string;
    }>();

  /** Turns an authenticator on and advances the clock, so that the next code is a new one. */
  async function withTotp(person: SignedInPerson): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = await setUp(person);
    const response = await kit.post("/user/totp/confirm", { code: codeOf(secret) }, person.headers);
    await moveClock(offsetMs + 60_000);
    return { secret, recoveryCodes: response.json<{ recoveryCodes: string[] }>().recoveryCodes };
  }

  const ticketOf = async (person: SignedInPerson) => (await kit.signIn({ email: person.email })).json<Ticket>().ticket;
  const finish = (ticket: string, code: string, headers: Record<string, string> = {}) =>
    kit.post("/auth/second-factor", { ticket, code }, headers);

  const auditOf = async (person: SignedInPerson) =>
    (
      await kit.owner.query<{ action: string }>("select action from audit_log where actor_id = $1 order by at, id", [
        person.userId,
      ])
    ).rows.map(({ action }) => action);
  const mailsTo = async (person: SignedInPerson) =>
    (await kit.messages(person.userId)).filter(({ kind }) => kind === "sign_in_changed");

  return { moveClock, newPerson, codeOf, setUp, withTotp, ticketOf, finish, auditOf, mailsTo };
}

/** A six-digit code that differs from the given ones. */
export const differentCode = (...codes: readonly string[]) =>
  ["000000", "111111", "222222", "333333", "444444", "555555", "666666"].find((code) => !codes.includes(code)) ?? "";
