import type {
  openGrievance,
  readGrievance,
  recordNotice,
  replyToGrievance,
} from "@idanimo/contract/console/grievances";
import { fail, ok } from "@idanimo/contract/problems";
import type { SignedInOperator } from "../modules/operator-identity/index.ts";
import {
  answerCase,
  findSubjectCase,
  readCase,
  readOpenedCase,
  recordArrivedCase,
} from "../modules/subject-portal/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** Reading what a person wrote, and answering. The contact never leaves the seal here. [OC-14] */

const actorOf = ({ id, name }: SignedInOperator) => ({ operatorId: id, name });

/** Records the reason and notifies the person; the text can then be read for 24 hours. */
export function createOpenGrievance(deps: ConsoleDeps): ConsoleHandler<typeof openGrievance> {
  return async ({ id, reason }, operator) => {
    const known = await deps.db.transaction("system", (tx) => findSubjectCase(tx, { id }));
    if (known && known.sealed === null) return fail("case_erased", {});
    const opened = await readCase(deps, { id }, actorOf(operator), reason);
    if (opened === "unknown") return fail("not_found", {});
    return opened.text === undefined ? fail("case_erased", {}) : ok({ result: "success" });
  };
}

export function createReadGrievance(deps: ConsoleDeps): ConsoleHandler<typeof readGrievance> {
  return async ({ id }, operator) => {
    const read = await readOpenedCase(deps, id, operator.id);
    if (read === "unknown") return fail("not_found", {});
    if (read === "not_opened") return fail("case_reason_needed", {});
    if (read === "erased") return fail("case_erased", {});
    return ok({ text: read.text, answer: read.answer ?? null });
  };
}

/** Seals the answer in the case and queues it for sending, in the transaction of its audit row. */
export function createReply(deps: ConsoleDeps): ConsoleHandler<typeof replyToGrievance> {
  return async ({ id, text }, operator) => {
    const answered = await answerCase(deps, { id }, actorOf(operator), text);
    if (answered === "unknown") return fail("not_found", {});
    if (answered === "answered_before") return fail("case_ended", {});
    if (answered === "erased") return fail("case_erased", {});
    return ok({ result: "success", isSent: answered.isTold });
  };
}

/** Enters a notice that arrived by post or email. [OC-15] */
export function createRecordNotice(deps: ConsoleDeps): ConsoleHandler<typeof recordNotice> {
  return (notice, operator) => recordArrivedCase(deps, actorOf(operator), notice);
}
