import { consoleBase } from "@idanimo/contract/console/operation";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { type AppOptions, handleErrors, openFastify } from "../http/app.ts";
import { registerCookies } from "../http/cookies.ts";
import { problemOf, sendProblem } from "../http/problem-response.ts";
import { decodedPath } from "../http/security-headers.ts";
import { identifyOperator } from "../modules/operator-identity/index.ts";
import { accountsReportFileRoutes } from "./accounts-report.ts";
import type { ConsoleDeps } from "./deps.ts";
import { auditCsvRoute } from "./audit-csv.ts";
import { type ConsoleMountDeps, createConsoleMount } from "./mount.ts";
import { createNetworkCheck } from "../config/networks.ts";
import { noticePdfRoute } from "./notice-pdf.ts";
import { consoleRoutes } from "./routes.ts";
import { addConsoleHeaders } from "./security-headers.ts";

export type ConsoleAppOptions = Pick<AppOptions, "logger" | "trustedProxies" | "production"> & {
  readonly deps: ConsoleDeps;
  /** Addresses and ranges that may reach it; all if there are none. */
  readonly networks: readonly string[];
  /** Origins of the console's pages. */
  readonly origins: readonly string[];
  /** Folder of the console's web build; absent in tests of the API alone. */
  readonly webFolder?: string;
};

const immutableCacheControl = "private, max-age=31536000, immutable";

/** Builds the console's own server: its API and its one document, on an origin without anything of the product. */
export async function buildConsoleApp(options: ConsoleAppOptions): Promise<FastifyInstance> {
  const { deps, webFolder } = options;
  const app = openFastify(options);
  addConsoleHeaders(app, options.production);
  registerCookies(app);
  handleErrors(app);
  const isAllowed = createNetworkCheck(options.networks);
  app.addHook("onRequest", (request, reply, done) => {
    if (isAllowed(request.ip)) done();
    else void sendProblem(reply, problemOf("not_found"));
  });
  const identify: ConsoleMountDeps["identify"] = (token, by) => identifyOperator(deps, token, by);
  const mount = createConsoleMount(app, { db: deps.db, vault: deps.vault, origins: options.origins, identify });
  consoleRoutes(mount, deps);
  auditCsvRoute(app, identify, deps);
  noticePdfRoute(app, identify, deps);
  accountsReportFileRoutes(app, identify, deps);
  if (webFolder !== undefined)
    await app.register(fastifyStatic, {
      root: webFolder,
      index: "console.html",
      redirect: false,
      preCompressed: true,
      cacheControl: false,
      allowedPath: (path) => !/\.(br|gz|map)$|\/\./.test(path),
      setHeaders: (reply, path) => {
        if (path.includes(`${webFolder}/assets/`)) reply.header("cache-control", immutableCacheControl);
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === "GET" &&
      !decodedPath(request.url).startsWith(`${consoleBase}/`) &&
      (request.headers.accept ?? "").includes("text/html");
    return webFolder !== undefined && wantsPage
      ? reply.sendFile("console.html", webFolder, { cacheControl: false })
      : sendProblem(reply, problemOf("not_found"));
  });
  return app;
}
