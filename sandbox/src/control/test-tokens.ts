import type { FastifyInstance } from "fastify";
import type { SocialAccount, SocialAccounts } from "../social-accounts.ts";
import type { Facebook } from "../facebook/facebook.ts";
import type { Google } from "../google/google.ts";
import { fieldsOf, numberIn, textIn } from "../kernel/fields.ts";
import type { Turnstile } from "../turnstile/turnstile.ts";
import type { SandboxContext } from "../sandbox-context.ts";

type TokenIssuers = { readonly google: Google; readonly facebook: Facebook; readonly turnstile: Turnstile };

/** Tokens for tests, valid ones and forged ones. No page of the sandbox issues the forged ones. */
export function testTokenRoutes(
  app: FastifyInstance,
  context: SandboxContext,
  { google, facebook, turnstile }: TokenIssuers,
): void {
  const { keys } = context.settings;

  app.post("/__sandbox/google/tokens", async ({ body }) => {
    const account = readAccount(body, google.accounts);
    const clientId = textIn(body, "clientId") ?? keys.googleClientId;
    const endsIn = numberIn(body, "endsIn");
    const idToken = google.idToken({
      account,
      clientId,
      endsIn,
      nonce: textIn(body, "nonce"),
      issuer: textIn(body, "issuer"),
      alg: textIn(body, "alg") === "none" ? "none" : "RS256",
      foreignKey: fieldsOf(body)["foreignKey"] === true,
    });
    return { idToken, accessToken: google.accessToken({ account, clientId, endsIn }) };
  });

  app.post("/__sandbox/facebook/tokens", async ({ body }) => {
    const account = readAccount(body, facebook.accounts);
    const { token } = facebook.createToken(
      account,
      textIn(body, "appId") ?? keys.facebookAppId,
      numberIn(body, "endsIn"),
    );
    return { accessToken: token };
  });

  app.post("/__sandbox/turnstile/tokens", async ({ body }) => {
    const solved = {
      hostname: textIn(body, "hostname") ?? "localhost",
      action: textIn(body, "action") ?? "",
      cdata: "",
    };
    return { token: turnstile.solve(solved) };
  });
}

/**
 * An account by `subject`: a listed one, or one made from the other members. `email: null` is an account without
 * email.
 */
function readAccount(body: unknown, accounts: SocialAccounts): SocialAccount {
  const id = textIn(body, "subject") ?? accounts.shown[0]?.id ?? "";
  const known = accounts.find(id);
  if (known && fieldsOf(body)["email"] === undefined) return known;
  const account = {
    id,
    firstName: textIn(body, "firstName") ?? "Ife",
    lastName: textIn(body, "lastName") ?? "Okafor",
    email: textIn(body, "email"),
    emailVerified: fieldsOf(body)["emailVerified"] !== false,
    says: "Made by a test.",
  };
  accounts.add(account);
  return account;
}
