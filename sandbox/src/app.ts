import formbody from "@fastify/formbody";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { testTokenRoutes } from "./control/test-tokens.ts";
import { controlRoutes } from "./control/routes.ts";
import { dnsRoutes } from "./dns/routes.ts";
import { createDirectory } from "./directory/directory.ts";
import { directoryControlRoutes, directoryRoutes } from "./directory/routes.ts";
import { dojahRoutes, errorBody as dojahError } from "./dojah/routes.ts";
import { createFacebook } from "./facebook/facebook.ts";
import { errorBody as facebookError, facebookRoutes } from "./facebook/routes.ts";
import { type ErrorBody, injectFaults } from "./faults/inject-faults.ts";
import type { Target } from "./faults/fault-kinds.ts";
import { paymentPageRoutes } from "./flutterwave/payment-page.ts";
import { flutterwaveRoutes } from "./flutterwave/routes.ts";
import { errorBody as flutterwaveError } from "./flutterwave/wire.ts";
import { createGoogle } from "./google/google.ts";
import { errorBody as googleError, googleRoutes } from "./google/routes.ts";
import { inboxRoutes } from "./inbox/routes.ts";
import { errorBody as ipError, ipRoutes } from "./ip/routes.ts";
import { createLiveFaces } from "./live-face/live-faces.ts";
import { errorBody as liveFaceError, liveFaceRoutes } from "./live-face/routes.ts";
import { errorBody as matchError, matchRoutes } from "./match/routes.ts";
import { errorBody as monoError, monoRoutes } from "./mono/routes.ts";
import { assetRoutes } from "./pages/assets.ts";
import { homeRoutes } from "./pages/home.ts";
import { deviceRoutes } from "./push/device-routes.ts";
import { errorBody as pushError, pushRoutes } from "./push/routes.ts";
import { premblyRoutes } from "./prembly/routes.ts";
import { errorBody as premblyError } from "./prembly/wire.ts";
import { errorBody as smartcomplyError, smartcomplyRoutes } from "./smartcomply/routes.ts";
import { errorBody as stolenError, stolenRoutes } from "./stolen/routes.ts";
import { errorBody as termiiError, termiiRoutes } from "./termii/routes.ts";
import { errorBody as turnstileError, turnstileRoutes } from "./turnstile/routes.ts";
import { createTurnstile } from "./turnstile/turnstile.ts";
import { errorBody as vinauditError, vinauditRoutes } from "./vinaudit/routes.ts";
import type { SandboxContext } from "./sandbox-context.ts";

/** Large enough for images, which are base64 in a body. */
const maxBodyBytes = 12 * 1024 * 1024;

/** The HTTP application with every path of the sandbox. */
export async function buildApp(context: SandboxContext, smtpPort: () => number): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: "error", stream: process.stderr },
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  await app.register(formbody);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
    if (!isLocalRequest(request)) await reply.code(403).send({ error: "The sandbox answers to its own pages only." });
  });

  /** The routes of one provider: its error bodies, and the faults that can be injected. */
  const provider = (target: Target, prefix: string, errorBody: ErrorBody, routes: (scope: FastifyInstance) => void) =>
    app.register(
      async (scope) => {
        const countCall = () => void context.calls[target]++;
        injectFaults(scope, { target, faults: context.faults, clock: context.clock, errorBody, countCall });
        scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
          const status = error.statusCode ?? 500;
          if (status >= 500) request.log.error(error);
          return reply.code(status).send(errorBody(error.message));
        });
        // The IP lookups are at the root, whose unknown paths belong to the pages.
        if (prefix !== "/") scope.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody("Not found")));
        routes(scope);
      },
      { prefix },
    );
  await provider("flutterwave", "/flutterwave/v3", flutterwaveError, (scope) => flutterwaveRoutes(scope, context));
  await provider("prembly", "/prembly", premblyError, (scope) => premblyRoutes(scope, context));
  await provider("dojah", "/dojah", dojahError, (scope) => dojahRoutes(scope, context));
  await provider("termii", "/termii", termiiError, (scope) => termiiRoutes(scope, context));
  const [google, facebook, turnstile] = [createGoogle(context), createFacebook(context), createTurnstile(context)];
  await provider("google", "/google", googleError, (scope) => googleRoutes(scope, context, google));
  const directory = createDirectory(context);
  await provider("directory", "/directory", googleError, (scope) => directoryRoutes(scope, context, directory));
  await provider("facebook", "/facebook", facebookError, (scope) => facebookRoutes(scope, context, facebook));
  await provider("turnstile", "/turnstile/v0", turnstileError, (scope) => turnstileRoutes(scope, context, turnstile));
  await provider("push", "/push", pushError, (scope) => pushRoutes(scope, context));
  await provider("smartcomply", "/smartcomply", smartcomplyError, (scope) => smartcomplyRoutes(scope, context));
  await provider("mono", "/mono", monoError, (scope) => monoRoutes(scope, context));
  await provider("vinaudit", "/vinaudit", vinauditError, (scope) => vinauditRoutes(scope, context));
  await provider("stolen", "/stolen", stolenError, (scope) => stolenRoutes(scope, context));
  await provider("match", "/match", matchError, (scope) => matchRoutes(scope, context));
  const faces = createLiveFaces(context);
  await provider("live_face", "/live-face", liveFaceError, (scope) => liveFaceRoutes(scope, context, faces));
  await provider("ip", "/", ipError, ipRoutes);

  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: "There is no such address here." }));
  paymentPageRoutes(app, context);
  inboxRoutes(app, context);
  deviceRoutes(app, context);
  controlRoutes(app, context);
  dnsRoutes(app, context);
  directoryControlRoutes(app, directory);
  testTokenRoutes(app, context, { google, facebook, turnstile });
  homeRoutes(app, context, smtpPort);
  assetRoutes(app);
  return app;
}

/**
 * Rejects what a foreign web page could make a visitor's browser send here: a foreign host name that resolves to
 * this machine, and a change posted from another site. The product frames the payment page, but that page posts to
 * itself.
 */
function isLocalRequest({ headers, method }: FastifyRequest): boolean {
  const here = URL.parse(`http://${headers.host ?? ""}`);
  if (!here || !["127.0.0.1", "localhost"].includes(here.hostname)) return false;
  if (method === "GET" || method === "HEAD" || headers["sec-fetch-site"] === undefined) return true;
  return headers["sec-fetch-site"] === "same-origin" || headers["sec-fetch-site"] === "none";
}
