import { cleanLine } from "@idanimo/contract/plain-text";
import type { FastifyRequest } from "fastify";

const maxLength = 200;

/** What the calling program says it is. Headers are Latin-1, which has control characters besides those of ASCII. */
export const userAgentOf = (request: FastifyRequest): string =>
  cleanLine((request.headers["user-agent"] ?? "").replace(/\p{Cc}/gu, " ")).slice(0, maxLength);
