import { type ProblemBody, type ProblemCode, problemBodyOf } from "@idanimo/contract/problems";

/** The body of an error response, as the server sends it. */
export const problemOf = (code: ProblemCode): ProblemBody => problemBodyOf({ code, facts: { requestId: "e2e" } });
