import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { Turnstile } from "./turnstile.ts";

const script = readFileSync(new URL("./api.js", import.meta.url));
const widgetScript = readFileSync(new URL("./widget.js", import.meta.url));

/** Keys that the provider publishes for tests. */
const alwaysPasses = { siteKey: "1x00000000000000000000AA", secret: "1x0000000000000000000000000000000AA" };
const alwaysFails = { siteKey: "2x00000000000000000000AB", secret: "2x0000000000000000000000000000000AA" };
const interactiveSiteKey = "3x00000000000000000000FF";
const duplicateSecret = "3x0000000000000000000000000000000AA";
const dummyToken = "XXXX.DUMMY.TOKEN.XXXX";

export const errorBody = (message: string) => ({
  success: false,
  "error-codes": ["internal-error"],
  messages: [message],
});

/** Cloudflare's Turnstile: the script, the frame it opens, and the check of a token. */
export function turnstileRoutes(app: FastifyInstance, context: SandboxContext, turnstile: Turnstile): void {
  const { keys } = context.settings;
  const siteKeys = [keys.turnstileSiteKey, alwaysPasses.siteKey, alwaysFails.siteKey, interactiveSiteKey];

  for (const [path, content] of [
    ["/api.js", script],
    ["/widget.js", widgetScript],
  ] as const)
    app.get(path, async (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .headers({ "cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin" })
        .send(content),
    );

  app.get("/widget", async (request, reply) => {
    const asked = (name: string) => textIn(request.query, name) ?? "";
    const data = Object.entries({
      origin: asked("origin"),
      channel: asked("channel"),
      sitekey: asked("sitekey"),
      action: asked("action"),
      cdata: asked("cdata"),
      asks: asked("sitekey") === interactiveSiteKey ? "1" : "",
    });
    const body = html`<main class="check" ${data.map(([name, value]) => html` data-${name}="${value}"`)}>
      <input type="checkbox" id="person" hidden />
      <label for="person" role="status">Checking that you are a person …</label>
    </main>`;
    const page = { title: "Check", body, script: "/turnstile/v0/widget.js", withNavigation: false };
    return sendPage(reply, page, { framedByAnyone: true });
  });

  app.post("/solve", async (request, reply) => {
    const asked = (name: string) => textIn(request.body, name) ?? "";
    if (!siteKeys.includes(asked("sitekey"))) return reply.code(400).send({ error: "110100" }); // invalid sitekey
    if (asked("sitekey") === alwaysFails.siteKey) return reply.code(400).send({ error: "300030" });
    const hostname = URL.parse(asked("origin"))?.hostname ?? "";
    return { token: turnstile.solve({ hostname, action: asked("action"), cdata: asked("cdata") }) };
  });

  app.post("/siteverify", async (request) => {
    const rejected = (code: string) => ({ success: false, "error-codes": [code], messages: [] });
    const secret = textIn(request.body, "secret");
    const response = textIn(request.body, "response");
    if (secret === undefined) return rejected("missing-input-secret");
    if (response === undefined) return rejected("missing-input-response");
    if (secret === alwaysFails.secret) return rejected("invalid-input-response");
    if (secret === duplicateSecret) return rejected("timeout-or-duplicate");
    if (secret === alwaysPasses.secret && response === dummyToken)
      return {
        success: true,
        "error-codes": [],
        challenge_ts: context.clock.iso(),
        hostname: "example.com",
        action: "login",
      };
    if (![keys.turnstileSecretKey, alwaysPasses.secret].includes(secret)) return rejected("invalid-input-secret");
    if (!response.startsWith("0.")) return rejected("invalid-input-response");
    const found = turnstile.consume(response);
    if (!found) return rejected("timeout-or-duplicate");
    const { hostname, action, cdata, solvedAt } = found;
    return {
      success: true,
      "error-codes": [],
      challenge_ts: new Date(solvedAt).toISOString(),
      hostname,
      action,
      cdata,
    };
  });
}
