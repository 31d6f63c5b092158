import { type Actor, scopeOf } from "../../../http/call.ts";
import { createHash } from "node:crypto";
import { brand } from "@idanimo/contract/brand";
import { publicId } from "@idanimo/contract/fields";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { drawQueued } from "../../../documents/index.ts";
import type { Download } from "../../../http/download.ts";
import { findVisibleResult } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { readRequestWithOwner } from "../plate-owner/read.ts";
import { buildReport } from "./report-document.ts";
import { codeAlphabet, codeLength, splitIntoGroups } from "./rules.ts";
import { insertReport } from "./store.ts";
import { findAccountHolder } from "../../accounts/index.ts";

/**
 * Creates the report of a visible result; `not_found` for any other. Each download is a new report, identified by
 * its code and the hash of its file. Checks visibility when reading and again when storing the report, because
 * drawing takes time [T-42 T-43].
 */
export async function createReport(
  deps: Pick<VerificationDeps, "db" | "keys" | "ids" | "publicUrl">,
  actor: Actor,
  requestId: string,
): Promise<Result<Download, "not_found" | "unavailable">> {
  if (!publicId.safeParse(requestId).success) return fail("not_found", {});
  const seen = await readRequestWithOwner(deps, actor, requestId, "downloaded_report");
  if (!seen?.found) return fail("not_found", {});
  const { row, standing, found, purpose } = seen;
  const owner = scopeOf(actor);
  const requester = await deps.db.transaction(owner, (tx) => findAccountHolder(tx, actor.ownerId));
  const code = splitIntoGroups(deps.ids.letters(codeLength, codeAlphabet), 5, "-");
  const document = buildReport(
    {
      code,
      requestId,
      searchType: row.search_type,
      value: seen.value,
      requester,
      purpose,
      requestedAt: row.created_at,
      decidedAt: row.decided_at,
      decidedBy: row.decided_by,
      goneAt: standing.goneAt,
      madeAt: row.now,
      source: found.source,
      record: found.record,
      question: found.question,
      withheld: found.withheld,
      nameMatch: found.nameMatch,
      label: seen.label,
    },
    deps.publicUrl,
  );
  // the request of a vehicle's owner, whose values are in the document
  const sharedOwner = seen.plateOwner?.state === "shared" ? seen.plateOwner.requestId : null;
  const drawn = await drawQueued(document, row.now);
  if (!drawn.ok) return drawn;
  const body = drawn.value;
  const sha256 = createHash("sha256").update(body).digest();
  const made = {
    code,
    requestId,
    ownerId: actor.ownerId,
    source: found.source,
    goneAt: standing.goneAt,
    sha256,
    madeAt: row.now,
  };
  const isStillOpen = await deps.db.transaction(owner, async (tx) => {
    if (!(await findVisibleResult(tx, requestId))) return false;
    if (sharedOwner && !(await findVisibleResult(tx, sharedOwner))) return false;
    await insertReport(tx, made);
    return true;
  });
  if (!isStillOpen) return fail("not_found", {});
  return ok({ name: `${brand.name}-report-${code}.pdf`, type: "application/pdf", body });
}
