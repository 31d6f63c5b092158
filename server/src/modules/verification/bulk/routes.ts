import { Readable } from "node:stream";
import {
  bulkResultsPath,
  bulkUploadResponse,
  bulkUploadPath,
  readBulk as readOperation,
  resumeBulk as resumeOperation,
  skipBadLines as skipOperation,
  stopBulk as stopOperation,
} from "@idanimo/contract/bulk";
import {
  listBulkLines as linesOperation,
  readBulkReminders as remindersOperation,
  remindBulk as remindOperation,
} from "@idanimo/contract/bulk-lines";
import { publicId } from "@idanimo/contract/fields";
import { apiBase } from "@idanimo/contract/operation";
import type { Problem } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authorise } from "../../../http/authorise.ts";
import type { Caller, Authenticate } from "../../../http/call.ts";
import { sessionTokenOf } from "../../../http/cookies.ts";
import { sendFile } from "../../../http/download.ts";
import { isSameOrigin, isCrossSiteSubresource } from "../../../http/guards.ts";
import type { Mount } from "../../../http/mount.ts";
import { problemOf, sendProblem } from "../../../http/problem-response.ts";
import type { VerificationDeps } from "../deps.ts";
import { checkMayBuy } from "../rules.ts";
import { maxFileBytes } from "./check-file.ts";
import { listBulkLines } from "./list-lines.ts";
import { readBulk, resumeBulk, skipBadLines, stopBulk } from "./progress.ts";
import { receiveFile } from "./receive-file.ts";
import { readBulkReminders, remindBulk } from "./remind.ts";
import { streamResultsCsv } from "./results-csv.ts";

/** Name of the file in a problem. */
const fileField = "file";

export type BulkRouteDeps = VerificationDeps & { readonly identify: Authenticate; readonly origins: readonly string[] };

/** Routes of bulk files. Upload and results are streams, so they are mounted by hand. */
export function bulkRoutes(app: FastifyInstance, mount: Mount, deps: BulkRouteDeps): void {
  mount(app, readOperation, readBulk(deps));
  mount(app, skipOperation, skipBadLines(deps));
  mount(app, stopOperation, stopBulk(deps));
  mount(app, resumeOperation, resumeBulk(deps));
  mount(app, linesOperation, listBulkLines(deps));
  mount(app, remindersOperation, readBulkReminders(deps));
  mount(app, remindOperation, remindBulk(deps));
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // the body is read only after authentication, straight from the connection
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.post(apiBase + bulkUploadPath, (request, reply) => receiveUpload(deps, request, reply));
  });
  app.get<{ Params: { uploadId: string } }>(
    apiBase + bulkResultsPath.replace("{uploadId}", ":uploadId"),
    (request, reply) => sendResults(deps, request, reply),
  );
}

/** Checks caller and headers before the body is read. */
async function checkUploadAllowed(
  deps: BulkRouteDeps,
  request: FastifyRequest,
): Promise<{ readonly caller: Caller } | { readonly problem: Problem }> {
  const { token, kind } = sessionTokenOf(request);
  if (!isSameOrigin(request, deps.origins, kind === "cookie" && token !== undefined))
    return { problem: problemOf("cross_site") };
  const found = await authorise(deps.identify, request, nonJsonCalls.uploadBulk.right, { active: true });
  if (!found.ok) return found;
  const caller = found.value;
  if (!caller.emailConfirmed) return { problem: problemOf("email_not_confirmed") };
  if (caller.isSuspended) return { problem: problemOf("account_suspended") };
  const allowed = checkMayBuy("bulk_nin", caller.userType, Object.keys(deps.lookupPlans));
  if (!allowed.ok) return allowed;
  if (!/^text\/csv(;|$)/i.test(request.headers["content-type"] ?? ""))
    return { problem: problemOf("bad_input", { fields: { [fileField]: texts.csvRequired } }) };
  if (Number(request.headers["content-length"] ?? 0) > maxFileBytes(deps.maxBulkRecords))
    return { problem: problemOf("too_large") };
  const taken = await deps.limits.consume("bulk_account", caller.ownerId);
  return taken.ok ? { caller } : taken;
}

async function receiveUpload(deps: BulkRouteDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = request;
  try {
    const may = await checkUploadAllowed(deps, request);
    if ("problem" in may) return await sendProblem(reply, may.problem);
    // keep the connection open, or the client would not receive the rejection
    const bytes = raw.iterator({ destroyOnReturn: false });
    const received = await receiveFile(deps, may.caller, bytes, deps.maxBulkRecords, fileField);
    if (!received.ok) return await sendProblem(reply, received.problem);
    const { bad, notes, ...facts } = received.value;
    return await reply.send(bulkUploadResponse.parse({ ...facts, bad: [...bad], notes: [...notes] }));
  } finally {
    raw.resume(); // drain the rest of a rejected file, so that the connection can be reused
  }
}

async function sendResults(
  deps: BulkRouteDeps,
  request: FastifyRequest<{ Params: { uploadId: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isCrossSiteSubresource(request)) return sendProblem(reply, problemOf("cross_site"));
  const found = await authorise(deps.identify, request, nonJsonCalls.bulkResults.right, { active: true });
  if (!found.ok) return sendProblem(reply, found.problem);
  const caller = found.value;
  const { uploadId } = request.params;
  if (!publicId.safeParse(uploadId).success) return sendProblem(reply, problemOf("not_found"));
  const allowed = await deps.limits.consume("receipt_account", caller.ownerId);
  if (!allowed.ok) return sendProblem(reply, allowed.problem);
  const rows = await streamResultsCsv(deps, caller, uploadId);
  if (!rows) return sendProblem(reply, problemOf("not_found"));
  return sendFile(reply, { name: "results.csv", type: "text/csv; charset=utf-8", body: Readable.from(rows) });
}
