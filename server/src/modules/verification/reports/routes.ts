import { downloads, verifyPath } from "@idanimo/contract/downloads";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import { parseBoundary } from "../../../http/multipart-file.ts";
import { isSameOrigin, isCrossSiteSubresource } from "../../../http/guards.ts";
import { problemOf, sendProblem } from "../../../http/problem-response.ts";
import { sendPage, serveStyles } from "../../../pages/page.ts";
import type { VerificationDeps } from "../deps.ts";
import { createReport } from "./create-report.ts";
import { codeFormPage, knownReportPage, unknownReportPage, verifyStylesPath } from "./verify-pages.ts";
import { parseReportCode } from "./rules.ts";
import { compareFile, findKnownReport } from "./verify-report.ts";

type ReportDeps = Pick<VerificationDeps, "db" | "keys" | "ids" | "limits" | "publicUrl">;

/** Download of a report by its requester. */
export function reportRoutes(app: FastifyInstance, identify: Authenticate, deps: ReportDeps): void {
  app.get<{ Params: { id: string } }>(decodeURIComponent(downloads.report(":id")), (request, reply) =>
    sendDownload(
      { identify, limits: deps.limits },
      request,
      reply,
      { right: nonJsonCalls.report.right, limit: "report_account" },
      (caller) => createReport(deps, caller, request.params.id),
    ),
  );
}

const comparisonStatusCodes = { same: 200, changed: 200, too_large: 413, unreadable: 400 } as const;

/** Public pages that verify a report. Plain forms, no script. */
export function verifyRoutes(app: FastifyInstance, deps: ReportDeps, origins: readonly string[]): void {
  serveStyles(app, verifyStylesPath);

  /** Sends a problem if this address has exceeded its limit or the request is cross-site. */
  const isRejected = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const isFromElsewhere =
      request.method === "GET" ? isCrossSiteSubresource(request) : !isSameOrigin(request, origins, false);
    const allowed = isFromElsewhere ? undefined : await deps.limits.consume("verify_address", request.ip);
    if (allowed?.ok) return false;
    void sendProblem(reply, allowed ? allowed.problem : problemOf("cross_site"));
    return true;
  };

  app.get<{ Querystring: { code?: string | string[] } }>("/verify", async (request, reply) => {
    const typed = request.query.code;
    if (typed === undefined) return sendPage(reply, 200, codeFormPage());
    const code = parseReportCode([typed].flat()[0]);
    if (code !== undefined) return reply.redirect(verifyPath(code), 303);
    if (await isRejected(request, reply)) return reply;
    return sendPage(reply, 404, unknownReportPage());
  });

  app.get<{ Params: { code: string } }>(verifyPath(":code"), async (request, reply) => {
    if (await isRejected(request, reply)) return reply;
    const report = await findKnownReport(deps, request.params.code);
    return report ? sendPage(reply, 200, knownReportPage(report)) : sendPage(reply, 404, unknownReportPage());
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // the body is read only after the checks, straight from the connection
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.post<{ Params: { code: string } }>(verifyPath(":code"), async (request, reply) => {
      const { raw } = request;
      try {
        if (await isRejected(request, reply)) return reply;
        const report = await findKnownReport(deps, request.params.code);
        if (!report) return sendPage(reply, 404, unknownReportPage());
        const boundary = parseBoundary(request.headers["content-type"]);
        const compared =
          boundary === undefined
            ? "unreadable"
            : await compareFile(report, raw.iterator({ destroyOnReturn: false }), boundary);
        return sendPage(reply, comparisonStatusCodes[compared], knownReportPage(report, compared));
      } finally {
        raw.resume(); // drain the rest of a rejected file, so that the connection can be reused
      }
    });
  });
}
