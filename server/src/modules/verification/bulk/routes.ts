import { Readable } from "node:stream";
import {
  bulkResultsPath,
  bulkUploadAnswer,
  bulkUploadPath,
  readBulk as readOperation,
  resumeBulk as resumeOperation,
  stopBulk as stopOperation,
} from "@idanimo/contract/bulk";
import { publicId } from "@idanimo/contract/fields";
import { apiBase } from "@idanimo/contract/operation";
import type { Refusal } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Identify } from "../../../http/call.ts";
import { tokenOf } from "../../../http/cookies.ts";
import { sendFile } from "../../../http/download.ts";
import { comesFromUs, isAskedBehindBack } from "../../../http/guards.ts";
import type { Mount } from "../../../http/mount.ts";
import { plain, refuse } from "../../../http/refuse.ts";
import type { VerificationDeps } from "../deps.ts";
import { mayBuy } from "../rules.ts";
import { mostBytes } from "./check-file.ts";
import { readBulk, resumeBulk, stopBulk } from "./progress.ts";
import { receiveFile } from "./receive-file.ts";
import { resultsCsv } from "./results-csv.ts";

/** What a refusal calls the file. */
const field = "file";

export type BulkRouteDeps = VerificationDeps & { readonly identify: Identify; readonly origins: readonly string[] };

/** Bulk files: taking one in and giving its results out are streams, so these two are mounted by hand. */
export function bulkRoutes(app: FastifyInstance, mount: Mount, deps: BulkRouteDeps): void {
  mount(app, readOperation, readBulk(deps));
  mount(app, stopOperation, stopBulk(deps));
  mount(app, resumeOperation, resumeBulk(deps));
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // nothing is read before it is known who sends it; what is read comes straight from the connection
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.post(apiBase + bulkUploadPath, (request, reply) => takeIn(deps, request, reply));
  });
  app.get<{ Params: { uploadId: string } }>(
    apiBase + bulkResultsPath.replace("{uploadId}", ":uploadId"),
    (request, reply) => giveOut(deps, request, reply),
  );
}

async function callerOf(deps: BulkRouteDeps, request: FastifyRequest): Promise<Caller | null> {
  const { token } = tokenOf(request);
  return token === undefined ? null : deps.identify(token, true);
}

/** Who may send a file here, and whether this can be one. Asked before a byte of it is read. */
async function mayTakeIn(
  deps: BulkRouteDeps,
  request: FastifyRequest,
): Promise<{ readonly caller: Caller } | { readonly problem: Refusal }> {
  const { token, kind } = tokenOf(request);
  if (!comesFromUs(request, deps.origins, kind === "cookie" && token !== undefined))
    return { problem: plain("cross_site") };
  const caller = await callerOf(deps, request);
  if (!caller) return { problem: plain("not_signed_in") };
  if (!caller.emailProved) return { problem: plain("email_not_confirmed") };
  const allowed = mayBuy("bulk_nin", caller.userType, Object.keys(deps.lookUps));
  if (!allowed.ok) return allowed;
  if (!/^text\/csv(;|$)/i.test(request.headers["content-type"] ?? ""))
    return { problem: plain("bad_input", { fields: { [field]: texts.csvRequired } }) };
  if (Number(request.headers["content-length"] ?? 0) > mostBytes(deps.bulkRecordsMost))
    return { problem: plain("too_large") };
  const taken = await deps.limits.take("bulk_account", caller.userId);
  return taken.ok ? { caller } : taken;
}

async function takeIn(deps: BulkRouteDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = request;
  try {
    const may = await mayTakeIn(deps, request);
    if ("problem" in may) return await refuse(reply, may.problem);
    // a refusal in the middle must not take the connection with it, or nobody would hear it
    const bytes = raw.iterator({ destroyOnReturn: false });
    const received = await receiveFile(deps, may.caller.userId, bytes, deps.bulkRecordsMost, field);
    if (!received.ok) return await refuse(reply, received.problem);
    const { bad, notes, ...facts } = received.value;
    return await reply.send(bulkUploadAnswer.parse({ ...facts, bad: [...bad], notes: [...notes] }));
  } finally {
    raw.resume(); // what is left of a refused file is let go, so that the connection can be used again
  }
}

async function giveOut(
  deps: BulkRouteDeps,
  request: FastifyRequest<{ Params: { uploadId: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isAskedBehindBack(request)) return refuse(reply, plain("cross_site"));
  const caller = await callerOf(deps, request);
  if (!caller) return refuse(reply, plain("not_signed_in"));
  const { uploadId } = request.params;
  if (!publicId.safeParse(uploadId).success) return refuse(reply, plain("not_found"));
  const allowed = await deps.limits.take("receipt_account", caller.userId);
  if (!allowed.ok) return refuse(reply, allowed.problem);
  const rows = await resultsCsv(deps, caller.userId, uploadId);
  if (!rows) return refuse(reply, plain("not_found"));
  return sendFile(reply, { name: "results.csv", type: "text/csv; charset=utf-8", body: Readable.from(rows) });
}
