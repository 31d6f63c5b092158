import type { IncomingMessage } from "node:http";
import { keyPrefixes, type Mode, modeHeader, modeQuery } from "@idanimo/contract/developers/mode";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { problemOf, sendProblem } from "./problem-response.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route belongs to test mode. */
    readonly mode?: "test";
  }
}

const headerName = modeHeader.toLowerCase();
const testQuery = new RegExp(`\\?(.*&)?${modeQuery}=test(&|$)`);

/** The mode of a call: that of its API key, of a browser's header, or of the address that a browser opens without headers. */
export function modeOf({ headers, url }: Pick<IncomingMessage, "headers" | "url">): Mode {
  const isTest =
    headers.authorization?.startsWith(`Bearer ${keyPrefixes.test}`) === true ||
    headers[headerName] === "test" ||
    testQuery.test(url ?? "");
  return isTest ? "test" : "live";
}

type ModeConstraint = NonNullable<NonNullable<FastifyServerOptions["routerOptions"]>["constraints"]>[string];
type RouteOfMode = NonNullable<ReturnType<ReturnType<ModeConstraint["storage"]>["get"]>>;

/** Lets a route of test mode have the same method and path as a live one. */
export const modeConstraint = {
  name: "mode",
  storage() {
    const routes = new Map<string, RouteOfMode>();
    return {
      get: (mode: string) => routes.get(mode) ?? null,
      set: (mode: string, route: RouteOfMode) => void routes.set(mode, route),
    };
  },
  deriveConstraint: (request: IncomingMessage) => modeOf(request),
} satisfies ModeConstraint;

/**
 * Dispatches each call to the routes of its mode, the only place that does: a call of test mode reaches a route of
 * test mode or one that both modes share, and never another one. [DP-17 DP-18]
 * @param shared methods and paths that are the same in both modes: `GET /api/v2/user/sessions`
 */
export function dispatchByMode(app: FastifyInstance, shared: ReadonlySet<string>): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { config, url, method } = request.routeOptions;
    if (config.mode === "test" || modeOf(request.raw) === "live" || shared.has(`${String(method)} ${url}`))
      return done();
    void sendProblem(reply, problemOf("not_found"));
  });
}

/** Registers routes for calls of test mode alone. */
export function registerTestRoutes(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.constraints = { ...route.constraints, mode: "test" };
      route.config = { ...route.config, mode: "test" };
    });
    register(scope);
  });
}
