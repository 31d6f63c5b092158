import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { fieldsOf, textIn } from "../kernel/fields.ts";
import { renderAccountPicker } from "../pages/account-picker.ts";
import { html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { Facebook } from "./facebook.ts";

type Problem = { readonly code: number; readonly message: string; readonly subcode?: number };

const sdk = readFileSync(new URL("./sdk.js", import.meta.url));
const pickerScript = readFileSync(new URL("./account-picker.js", import.meta.url));
const api = "/v25.0";
const callbackPath = "/api/v2/openauth/facebook/callback";

export const errorBody = (message: string) => wireError({ code: 2, message });

function wireError({ code, message, subcode }: Problem) {
  const error = { message, type: "OAuthException", code, fbtrace_id: "AbCdEfGhIjKlMnOp" };
  return { error: subcode === undefined ? error : { ...error, error_subcode: subcode } };
}

const sendError = (reply: FastifyReply, problem: Problem) => reply.code(400).send(wireError(problem));

/** Facebook: the dialog, the Graph calls of a backend, and the script. */
export function facebookRoutes(app: FastifyInstance, context: SandboxContext, facebook: Facebook): void {
  const { keys, productUrl } = context.settings;
  const isApp = (id: string | undefined, secret: string | undefined) =>
    id === keys.facebookAppId && secret === keys.facebookAppSecret;

  for (const [path, content] of [
    ["/sdk.js", sdk],
    ["/choose.js", pickerScript],
  ] as const)
    app.get(path, async (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .headers({ "cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin" })
        .send(content),
    );

  app.get(`${api}/dialog/oauth`, async (request, reply) => {
    const asked = readDialogQuery(request.query);
    if (asked.clientId !== keys.facebookAppId)
      return sendDialogError(reply, "Invalid App ID: The provided app ID is not valid.");
    if (asked.inPopup) {
      if (!isLocalOrigin(asked.origin))
        return sendDialogError(reply, "URL Blocked: This origin is not allowed for the app.");
      const data = { origin: asked.origin, channel: asked.channel };
      const body = renderAccountPicker({ provider: "Facebook", accounts: facebook.accounts.shown, data });
      return sendPage(reply, { title: "Log in", body, script: "/facebook/choose.js", withNavigation: false });
    }
    if (asked.redirectUri !== productUrl + callbackPath)
      return sendDialogError(reply, "URL Blocked: This redirect failed because the redirect URI is not white-listed.");
    const action = `/facebook${api}/dialog/oauth?${new URLSearchParams({
      client_id: asked.clientId,
      redirect_uri: asked.redirectUri,
      state: asked.state,
    }).toString()}`;
    const body = renderAccountPicker({ provider: "Facebook", accounts: facebook.accounts.shown, action });
    return sendPage(
      reply,
      { title: "Log in", body, withNavigation: false },
      { formsLeadTo: new URL(productUrl).origin },
    );
  });

  app.post(`${api}/dialog/oauth`, async (request, reply) => {
    const { clientId, redirectUri, state } = readDialogQuery(request.query);
    const back = URL.parse(redirectUri);
    if (clientId !== keys.facebookAppId || !back || redirectUri !== productUrl + callbackPath)
      return sendDialogError(reply, "URL Blocked");
    const account = facebook.accounts.find(textIn(request.body, "account") ?? "");
    const reported = account
      ? { code: facebook.createCode(account, redirectUri) }
      : {
          error: "access_denied",
          error_code: "200",
          error_description: "Permissions error",
          error_reason: "user_denied",
        };
    for (const [name, value] of Object.entries({ ...reported, state })) back.searchParams.set(name, value);
    return reply.redirect(`${back.href}#_=_`, 303);
  });

  /** Called by the popup's script when an account was picked. */
  app.post("/choose", async (request, reply) => {
    const account = facebook.accounts.find(textIn(request.body, "account") ?? "");
    if (!account) return sendError(reply, { code: 100, message: "Invalid parameter" });
    const { token, expiresIn } = facebook.createToken(account, keys.facebookAppId);
    return { accessToken: token, userID: account.id, expiresIn, graphDomain: "facebook" };
  });

  app.get(`${api}/oauth/access_token`, async (request, reply) => {
    const asked = (name: string) => textIn(request.query, name);
    if (!isApp(asked("client_id"), asked("client_secret")))
      return sendError(reply, { code: 1, message: "Error validating client secret." });
    const found = facebook.consumeCode(asked("code") ?? "");
    if (!found)
      return sendError(reply, { code: 100, subcode: 36_009, message: "This authorization code has been used." });
    if (found.redirectUri !== asked("redirect_uri"))
      return sendError(reply, { code: 100, subcode: 36_008, message: "Error validating verification code." });
    const { token, expiresIn } = facebook.createToken(found.account, keys.facebookAppId);
    return { access_token: token, token_type: "bearer", expires_in: expiresIn };
  });

  app.get(`${api}/debug_token`, async (request, reply) => {
    const [id, secret] = (textIn(request.query, "access_token") ?? "").split("|");
    if (!isApp(id, secret)) return sendError(reply, { code: 190, message: "Invalid OAuth access token signature." });
    const found = facebook.readToken(textIn(request.query, "input_token") ?? "");
    if (!found)
      return { data: { error: { code: 190, message: "Invalid OAuth access token." }, is_valid: false, scopes: [] } };
    if (found.appId !== keys.facebookAppId)
      return sendError(reply, {
        code: 100,
        message: "(#100) The App_id in the input_token did not match the Viewing App",
      });
    const isOver = found.endsAt <= context.clock.now();
    const endsAt = Math.floor(found.endsAt / 1_000);
    return {
      data: {
        app_id: found.appId,
        type: "USER",
        application: "Idanimo",
        data_access_expires_at: endsAt,
        expires_at: endsAt,
        is_valid: !isOver,
        ...(isOver && {
          error: { code: 190, subcode: 463, message: "Error validating access token: Session has expired" },
        }),
        scopes: ["email", "public_profile"],
        user_id: found.account.id,
      },
    };
  });

  app.get(`${api}/me`, async (request, reply) => {
    const token = textIn(request.query, "access_token") ?? "";
    const found = facebook.readToken(token);
    if (!found || found.endsAt <= context.clock.now())
      return sendError(reply, { code: 190, subcode: 463, message: "Error validating access token" });
    const proof = textIn(request.query, "appsecret_proof");
    if (proof !== facebook.appSecretProofOf(token))
      return sendError(reply, { code: 100, message: "Invalid appsecret_proof provided in the API argument" });
    const { id, firstName, lastName, email } = found.account;
    const all = { id, first_name: firstName, last_name: lastName, name: `${firstName} ${lastName}`, email };
    const wanted = (textIn(request.query, "fields") ?? "id,name").split(",");
    return Object.fromEntries(
      Object.entries(all).filter(([name, value]) => value !== undefined && (name === "id" || wanted.includes(name))),
    );
  });
}

function readDialogQuery(query: unknown) {
  const asked = (name: string) => textIn(fieldsOf(query), name) ?? "";
  return {
    clientId: asked("client_id"),
    redirectUri: asked("redirect_uri"),
    state: asked("state"),
    inPopup: asked("display") === "popup",
    origin: asked("origin"),
    channel: asked("channel"),
  };
}

function sendDialogError(reply: FastifyReply, message: string): FastifyReply {
  const body = html`<main class="picker">
    <h1>Sorry, something went wrong</h1>
    <p>${message}</p>
  </main>`;
  return sendPage(reply.code(400), { title: "Error", body, withNavigation: false });
}

/** Facebook knows the domains of its apps; the sandbox serves any origin on this machine. */
function isLocalOrigin(origin: string): boolean {
  return ["localhost", "127.0.0.1"].includes(URL.parse(origin)?.hostname ?? "");
}
