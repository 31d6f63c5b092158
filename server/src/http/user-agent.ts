import { cleanLine } from "@idanimo/contract/plain-text";
import type { FastifyRequest } from "fastify";

const maxLength = 200;

/**
 * The client's User-Agent as one clean line. Headers are Latin-1, which has control characters besides those of
 * ASCII.
 */
export const userAgentOf = (request: FastifyRequest): string =>
  cleanLine((request.headers["user-agent"] ?? "").replace(/\p{Cc}/gu, " ")).slice(0, maxLength);
