import type { Socket } from "node:net";
import { inputMessage } from "@idanimo/contract/input-messages";
import { apiBase } from "@idanimo/contract/operation";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
  type RouteHandlerMethod,
} from "fastify";
import type { Registry } from "prom-client";
import * as z from "zod/mini";
import { withRequestContext } from "../kernel/request-context.ts";
import { randomIds } from "../kernel/ids.ts";
import { addKeyHeaders } from "./authorise.ts";
import { registerChangesFeed } from "./changes-feed.ts";
import { captureRemoteAddress } from "./remote-address.ts";
import { redirectToCleanLinks } from "./clean-links.ts";
import { registerCookies } from "./cookies.ts";
import { registerDocs } from "./docs-route.ts";
import { gracefulShutdown } from "./graceful-shutdown.ts";
import { addSecurityHeaders, type HeaderOptions, decodedPath } from "./security-headers.ts";
import { addHttpMetrics } from "./http-metrics.ts";
import { malformedBodyProblem } from "./input.ts";
import { recordKeyCalls, type RecordKeyCall } from "./key-calls.ts";
import { dispatchByMode, modeConstraint } from "./mode.ts";
import { CommitUnknownError } from "../database/commit-unknown.ts";
import { problemOf, sendProblem } from "./problem-response.ts";
import { securityText } from "./security-text.ts";
import { addWebFiles, type WebOptions } from "./web-files.ts";

export type AppOptions = HeaderOptions & {
  readonly logger: FastifyServerOptions["logger"];
  readonly trustedProxies: readonly string[];
  readonly brandName: string;
  /** The web build; absent in tests of the API alone. */
  readonly web?: WebOptions;
  /** Adds the routes of every module. */
  readonly routes: (app: FastifyInstance) => void | Promise<void>;
  /** Methods and paths that are the same in test mode: `GET /api/v2/user/sessions`. */
  readonly sharedRoutes?: ReadonlySet<string>;
  /** Whether this process can serve requests now. */
  readonly isReady: () => Promise<boolean>;
  /** Stores API calls of keys. */
  readonly recordKeyCall?: RecordKeyCall;
  /** Where responses are counted; absent in tests. */
  readonly registry?: Registry;
};

/** Fastify's own errors as problems of the catalogue. The static file plugin sends 403 for a folder. */
const fastifyProblems: Readonly<Record<number, "not_found" | "too_large" | "unsupported_media">> = {
  403: "not_found",
  404: "not_found",
  413: "too_large",
  415: "unsupported_media",
};

// the default for issues without a message of their own; zod's messages are for programmers
z.config({ localeError: inputMessage });

/** Opens the HTTP server with its limits, without any route. */
export function openFastify(options: Pick<AppOptions, "logger" | "trustedProxies">): FastifyInstance {
  const app = Fastify({
    ...(options.logger !== undefined && { logger: options.logger }),
    genReqId: () => randomIds.rowId(),
    // Fastify's own request lines contain the URL, which may contain a token
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "call" }),
    rewriteUrl: (request) => rewriteUnroutableUrl(request.url ?? "/"),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: 64 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 70_000,
    keepAliveTimeout: 8_000, // longer than a proxy keeps an idle connection to this server
    http: { connectionsCheckingInterval: 1_000 }, // Node checks the time limits every 30 s by default [T-65]
    return503OnClosing: false, // during shutdown, requests on open connections are still served, then the connection closes
    clientErrorHandler: rejectMalformedRequest,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    routerOptions: { maxParamLength: pathSegmentMaxLength, constraints: { mode: modeConstraint } },
  });
  app.server.headersTimeout = 8_000; // limits slow clients [T-65]
  app.server.on("checkExpectation", (_request, response) => response.writeHead(417, rejectionHeaders).end());
  captureRemoteAddress(app.server);
  gracefulShutdown(app);
  return app;
}

/** Answers errors as problems of the catalogue; unexpected ones are logged once. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const own = fastifyProblems[error.statusCode ?? 500];
    if (own) return sendProblem(reply, problemOf(own));
    if (error.statusCode !== undefined && error.statusCode < 500) return sendProblem(reply, malformedBodyProblem);
    request.log.error({ error: { name: error.name, message: error.message, stack: error.stack } }, "unexpected");
    if (error instanceof CommitUnknownError) return sendProblem(reply, problemOf("unconfirmed"));
    if (isDatabaseUnavailable(error))
      return sendProblem(reply, problemOf(request.routeOptions.config.unavailableAs ?? "unavailable"));
    return sendProblem(reply, { code: "unexpected", facts: { requestId: request.id } });
  });
}

/**
 * Builds the HTTP application: security headers, limits, one error format, the modules' routes, the API description
 * with its page, and the web's files. Does not know any module.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = openFastify(options);
  addSecurityHeaders(app, options);
  redirectToCleanLinks(app);
  registerCookies(app);
  addKeyHeaders(app);
  if (options.recordKeyCall) recordKeyCalls(app, options.recordKeyCall);
  dispatchByMode(app, options.sharedRoutes ?? new Set());

  if (options.registry) addHttpMetrics(app, options.registry);
  app.addHook("onRoute", (route) => {
    route.handler = bindRequestContext(route.handler);
  });
  if (app.log.level === "debug" || app.log.level === "trace")
    app.addHook("onResponse", ({ log, method, routeOptions }, reply, done) => {
      const ms = Math.round(reply.elapsedTime);
      log.debug({ method, route: routeOptions.url ?? "none", status: reply.statusCode, ms }, "answered");
      done();
    });
  handleErrors(app);

  app.get("/health/live", () => ({ status: "ok" }));
  app.get("/health/ready", async (_request, reply) => {
    const ready = await options.isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "not ready" });
  });

  securityText(app, options.web?.publicUrl);
  registerDocs(app, options);
  registerChangesFeed(app, options);

  await options.routes(app);

  const application = options.web === undefined ? undefined : await addWebFiles(app, options.web, options.signIn);
  // a scope of its own: route hooks do not apply to the not-found handler
  await app.register(async (rest) => {
    const answer: RouteHandlerMethod = (request, reply) => {
      const isPage =
        request.method === "GET" &&
        !decodedPath(request.url).startsWith("/api/") &&
        (request.headers.accept ?? "").includes("text/html");
      if (application && isPage) return application(request, reply);
      const known =
        request.url.startsWith(apiBase) &&
        otherMethods.some(
          (method) => method !== request.method && app.findRoute({ method, url: decodedPath(request.url) }),
        );
      return sendProblem(reply, problemOf(known ? "method_not_allowed" : "not_found"));
    };
    rest.setNotFoundHandler(bindRequestContext(answer));
  });
  return app;
}

/** Longest path segment that a route accepts, in characters. */
const pathSegmentMaxLength = 200;

/**
 * Replaces a URL that cannot be decoded, or has too long a segment, by one that no route has: the router's own
 * error would have no security headers and would repeat the URL. [T-63 T-76]
 */
function rewriteUnroutableUrl(url: string): string {
  if (url.length <= pathSegmentMaxLength && !url.includes("%")) return url;
  try {
    if (
      decodedPath(url)
        .split("/")
        .every(({ length }) => length <= pathSegmentMaxLength)
    )
      return url;
  } catch {
    // replaced below
  }
  return url.startsWith("/api/") ? `${apiBase}/unreadable` : "/unreadable";
}

/**
 * Runs a handler in the request context. An earlier hook would not do: body parsing continues in the connection's
 * async context.
 */
function bindRequestContext(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    return withRequestContext(request.id, () => handler.call(this, request, reply), request.ip);
  };
}

const otherMethods = ["GET", "POST", "DELETE"] as const;

/**
 * Whether the database is full, restarting, read-only, unreachable or too slow: the caller may retry. [R-24 R-25
 *
 */
function isDatabaseUnavailable(error: Error & { code?: string }): boolean {
  return (
    /^(53|57P|08|25006|55P03|57014|40P01|40001)/.test(error.code ?? "") ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|is not queryable/.test(
      error.message,
    ) ||
    /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOENT/.test(error.message)
  );
}

/** Headers of responses that are sent before Fastify sees the request. */
const rejectionHeaders = {
  Connection: "close",
  "Content-Length": "0",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

/** Rejects a request that is not valid HTTP or arrives too slowly. */
function rejectMalformedRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const status = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request";
  const headers = Object.entries(rejectionHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("")}\r\n`);
}
