import { downloads, verifyPath } from "@idanimo/contract/reports";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Identify } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import { boundaryOf } from "../../../http/file-in-form.ts";
import { comesFromUs, isAskedBehindBack } from "../../../http/guards.ts";
import { plain, refuse } from "../../../http/refuse.ts";
import { sendPage, serveStyles } from "../../../pages/document.ts";
import type { VerificationDeps } from "../deps.ts";
import { makeReport } from "./make-report.ts";
import { askPage, knownPage, unknownPage, verifyStyles } from "./page.ts";
import { readCode } from "./rules.ts";
import { compareFile, findKnown } from "./verify.ts";

type ReportDeps = Pick<VerificationDeps, "db" | "keys" | "ids" | "limits" | "publicUrl">;

/** The report of a result, for whoever asked. */
export function reportRoutes(app: FastifyInstance, identify: Identify, deps: ReportDeps): void {
  app.get<{ Params: { id: string } }>(decodeURIComponent(downloads.report(":id")), (request, reply) =>
    sendDownload({ identify, limits: deps.limits }, request, reply, "report_account", (caller) =>
      makeReport(deps, caller.userId, request.params.id),
    ),
  );
}

const statusOf = { same: 200, changed: 200, too_large: 413, unreadable: 400 } as const;

/** The pages on which anybody sees whether a report is genuine. Plain forms, no script. */
export function verifyRoutes(app: FastifyInstance, deps: ReportDeps, origins: readonly string[]): void {
  serveStyles(app, verifyStyles);

  /** Answers a refusal where this address has asked too often, or another site asks behind its reader's back. */
  const refused = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const isFromElsewhere =
      request.method === "GET" ? isAskedBehindBack(request) : !comesFromUs(request, origins, false);
    const allowed = isFromElsewhere ? undefined : await deps.limits.take("verify_address", request.ip);
    if (allowed?.ok) return false;
    void refuse(reply, allowed ? allowed.problem : plain("cross_site"));
    return true;
  };

  app.get<{ Querystring: { code?: string | string[] } }>("/verify", async (request, reply) => {
    const typed = request.query.code;
    if (typed === undefined) return sendPage(reply, 200, askPage());
    const code = readCode([typed].flat()[0]);
    if (code !== undefined) return reply.redirect(verifyPath(code), 303);
    if (await refused(request, reply)) return reply;
    return sendPage(reply, 404, unknownPage());
  });

  app.get<{ Params: { code: string } }>(verifyPath(":code"), async (request, reply) => {
    if (await refused(request, reply)) return reply;
    const report = await findKnown(deps, request.params.code);
    return report ? sendPage(reply, 200, knownPage(report)) : sendPage(reply, 404, unknownPage());
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // the file comes straight from the connection; none of it is read before it is known to be wanted
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.post<{ Params: { code: string } }>(verifyPath(":code"), async (request, reply) => {
      const { raw } = request;
      try {
        if (await refused(request, reply)) return reply;
        const report = await findKnown(deps, request.params.code);
        if (!report) return sendPage(reply, 404, unknownPage());
        const boundary = boundaryOf(request.headers["content-type"]);
        const compared =
          boundary === undefined
            ? "unreadable"
            : await compareFile(report, raw.iterator({ destroyOnReturn: false }), boundary);
        return sendPage(reply, statusOf[compared], knownPage(report, compared));
      } finally {
        raw.resume(); // what is left of a refused file is let go, so that the connection can be used again
      }
    });
  });
}
