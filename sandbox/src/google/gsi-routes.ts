import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { renderAccountPicker } from "../pages/account-picker.ts";
import { html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { Google } from "./google.ts";

const script = readFileSync(new URL("./gsi-client.js", import.meta.url));
const pickerScript = readFileSync(new URL("./gsi-account-picker.js", import.meta.url));

/** The scripts that a sign-in page loads, and the card and the window they open. */
export function gsiRoutes(app: FastifyInstance, context: SandboxContext, google: Google): void {
  const sendScript = (content: Buffer) => ({
    type: "text/javascript; charset=utf-8",
    headers: { "cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin" },
    content,
  });
  for (const [path, file] of [
    ["/gsi/client", sendScript(script)],
    ["/gsi/choose.js", sendScript(pickerScript)],
  ] as const)
    app.get(path, async (_request, reply) => reply.type(file.type).headers(file.headers).send(file.content));

  // called by the script from the product's pages: one-tap is offered only with a Google session
  app.get("/gsi/status", async (request, reply) => {
    const origin = request.headers.origin ?? "";
    if (isLocalOrigin(origin)) reply.headers({ "access-control-allow-origin": origin, vary: "origin" });
    return { session: google.session.isOpen };
  });

  /** The switch on the home page. */
  app.post("/session", async (request, reply) => {
    google.session.isOpen = textIn(request.body, "end") === undefined;
    return reply.redirect("/#google", 303);
  });

  app.get("/gsi/select", async (request, reply) => {
    const asked = (name: string) => textIn(request.query, name) ?? "";
    const small = asked("ux") === "card";
    const origin = asked("origin");
    const referer = URL.parse(request.headers.referer ?? "")?.origin;
    const isOurs = asked("client_id") === context.settings.keys.googleClientId;
    if (!isOurs || referer !== origin || !isLocalOrigin(origin)) {
      const body = html`<main class="picker">
        <h1>Error 403</h1>
        <p>The given origin is not allowed for the given client ID.</p>
      </main>`;
      return sendPage(reply.code(403), { title: "Error 403", body, withNavigation: false }, { framedByAnyone: small });
    }
    const data = {
      origin,
      channel: asked("channel"),
      client: asked("client_id"),
      nonce: asked("nonce"),
      kind: asked("kind"),
    };
    const accounts = small ? google.accounts.shown.slice(0, Number(asked("rows"))) : google.accounts.shown;
    const body = renderAccountPicker({ provider: "Google", accounts, data, small });
    const page = { title: "Choose an account", body, script: "/google/gsi/choose.js", withNavigation: false };
    return sendPage(reply, page, { framedByAnyone: small });
  });

  /** Called by the script of the card and the window when an account was picked. */
  app.post("/gsi/choose", async (request, reply) => {
    const account = google.accounts.find(textIn(request.body, "account") ?? "");
    const clientId = textIn(request.body, "client") ?? "";
    if (!account || clientId !== context.settings.keys.googleClientId)
      return reply.code(400).send({ error: "invalid_request" });
    if (textIn(request.body, "kind") === "token")
      return {
        access_token: google.accessToken({ account, clientId }),
        token_type: "Bearer",
        expires_in: 3_599,
        scope: "openid email profile",
      };
    return { credential: google.idToken({ account, clientId, nonce: textIn(request.body, "nonce") }) };
  });
}

/** Google knows the origins of its clients; the sandbox serves any origin on this machine. */
function isLocalOrigin(origin: string): boolean {
  return ["localhost", "127.0.0.1"].includes(URL.parse(origin)?.hostname ?? "");
}
