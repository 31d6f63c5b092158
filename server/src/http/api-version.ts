import { changesPath } from "@idanimo/contract/developers/changes";
import { type ApiVersion, endOfVersion, versionHeader } from "@idanimo/contract/developers/versions";
import type { FastifyReply } from "fastify";

/** Names the version of a response, and announces its end. Sources: RFC 9745, RFC 8594. [DP-16] */
export function setVersionHeaders(reply: FastifyReply, version: ApiVersion): void {
  reply.header(versionHeader.toLowerCase(), version);
  const end = endOfVersion(version);
  if (end === undefined) return;
  reply.header("deprecation", `@${end.replacedAt.getTime() / 1000}`);
  reply.header("sunset", end.endsAt.toUTCString());
  reply.header("link", `<${changesPath}>; rel="deprecation"; type="text/html"`);
}
