import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { sendLookupResponse } from "../lookup-response.ts";
import { behaviourOf } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { createCompanies, rcNumberOfId } from "./companies.ts";
import { directorsFailEnding, peopleOf, type PeopleList } from "./people.ts";

export const errorBody = (message: string) => ({ status: "failed", message, timestamp: "2026-02-01T10:00:00.000Z" });

const failureResponses = {
  tryAgain: { status: 429, body: errorBody("Too many requests"), billed: false },
  accountEmpty: { status: 402, body: errorBody("Insufficient wallet balance"), billed: false },
  wentWrong: { status: 500, body: errorBody("Something went wrong"), billed: false },
};

/** The source of companies and of the people behind them. */
export function monoRoutes(app: FastifyInstance, context: SandboxContext): void {
  const companies = createCompanies(context.database);
  const successResponse = (data: unknown, billed: boolean) => ({
    status: 200,
    body: { status: "successful", message: "CAC lookup successful", timestamp: context.clock.iso(), data },
    billed,
  });

  app.addHook("preHandler", async (request, reply) => {
    if (request.headers["mono-sec-key"] === context.settings.keys.monoSecretKey) return;
    await reply.code(401).send(errorBody("Unauthorized"));
  });

  app.get("/v3/lookup/cac", async (request, reply) => {
    const search = textIn(request.query, "search")?.toUpperCase();
    if (search === undefined) return reply.code(400).send(errorBody("search is required"));
    const isNumber = /^(RC|BN)?\d{1,10}$/.test(search);
    const isExact = textIn(request.query, "exact") === "true";
    return sendLookupResponse(
      context,
      { request, reply },
      {
        product: "cac",
        value: search,
        behaviour: behaviourOf(search),
        found: (about) => successResponse(isNumber ? [companies.byNumber(about)] : named(about, isExact), true),
        another: (text) => (isNumber ? `${text}1`.slice(-8) : `${text} AND SONS`),
        noRecord: successResponse([], false),
        ...failureResponses,
      },
    );
  });

  const lists: readonly (readonly [path: string, list: PeopleList])[] = [
    ["/v3/lookup/cac/company/:id", "shareholders"],
    ["/v3/lookup/cac/company/:id/directors", "directors"],
  ];
  for (const [path, list] of lists)
    app.get(path, async (request, reply) => {
      const rc = rcNumberOfId(textIn(request.params, "id") ?? "");
      const behaviour = rc === undefined ? "no_record" : behaviourOf(rc);
      return sendLookupResponse(
        context,
        { request, reply },
        {
          product: `cac_${list}`,
          value: rc ?? "",
          behaviour: list === "directors" && rc?.endsWith(directorsFailEnding) ? "error_500" : behaviour,
          found: (about, how) => successResponse(how === "no_contact" ? [] : peopleOf(about, list), true),
          another: (number) => `${number}1`.slice(-8),
          noRecord: { status: 404, body: errorBody("Company not found"), billed: false },
          ...failureResponses,
        },
      );
    });

  /** An exact name finds one company only. */
  const named = (text: string, isExact: boolean) => {
    const found = companies.byName(text);
    return isExact ? found.slice(0, 1) : found;
  };
}
