import { apiBase } from "@idanimo/contract/operation";
import { scimContentType, scimPath } from "@idanimo/contract/organisations/scim";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate } from "../../../http/call.ts";
import { isCrossSiteSubresource } from "../../../http/guards.ts";
import { problemOf, sendProblem, setRetryAfter } from "../../../http/problem-response.ts";
import { authenticateDirectory } from "./authenticate.ts";
import type { ScimDeps } from "./change-directory.ts";
import { createUser } from "./create-user.ts";
import { discoveryList, resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
import * as groups from "./groups.ts";
import type { ListQuery } from "./list.ts";
import { isObject } from "./parse-body.ts";
import { done, errorBody, noSuchResource, refuse, type ScimFailure, type ScimResult } from "./scim-result.ts";
import type { ScimAccess } from "./scim-access.ts";
import { scimAddress } from "./tokens.ts";
import * as users from "./users.ts";

type Call = { readonly id: string; readonly query: ListQuery; readonly body: unknown };
type Act = (access: ScimAccess, call: Call) => Promise<ScimResult<object | undefined>> | ScimResult<object | undefined>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The calls of RFC 7644 with their own media type, errors and authentication. [TM-12] */
export function scimRoutes(app: FastifyInstance, identify: Authenticate, deps: ScimDeps): void {
  void app.register(
    async (scope) => {
      acceptJson(scope);
      scope.setErrorHandler<FastifyError>(sendError);
      scope.setNotFoundHandler((_request, reply) => sendFailure(reply, noSuchResource.failure));
      const route = (method: Method, url: string, act: Act) =>
        scope.route({
          method,
          url,
          handler: async (request, reply) => {
            if (isCrossSiteSubresource(request)) return sendProblem(reply, problemOf("cross_site"));
            const access = await authenticateDirectory(deps, identify, request);
            if (!access.ok) return sendFailure(reply, access.failure);
            const result = await act(access.value, callOf(request));
            if (!result.ok) return sendFailure(reply, result.failure);
            const isCreated = method === "POST";
            if (isCreated) reply.header("location", locationOf(result.value));
            return send(reply, result.value === undefined ? 204 : isCreated ? 201 : 200, result.value);
          },
        });
      discoveryRoutes(route, scimAddress(deps));
      route("GET", "/Users", (access, { query }) => users.listUsers(deps, access, query));
      route("POST", "/Users", (access, { body }) => createUser(deps, access, body));
      route("GET", "/Users/:id", (access, { id, query }) => users.readUser(deps, access, id, query));
      route("PUT", "/Users/:id", (access, { id, body }) => users.replaceUser(deps, access, id, body));
      route("PATCH", "/Users/:id", (access, { id, body }) => users.patchUser(deps, access, id, body));
      route("DELETE", "/Users/:id", (access, { id }) => users.deleteUser(deps, access, id));
      route("GET", "/Groups", (access, { query }) => groups.listGroups(deps, access, query));
      route("POST", "/Groups", (access, { body }) => groups.createGroup(deps, access, body));
      route("GET", "/Groups/:id", (access, { id, query }) => groups.readGroup(deps, access, id, query));
      route("PUT", "/Groups/:id", (access, { id, body }) => groups.replaceGroup(deps, access, id, body));
      route("PATCH", "/Groups/:id", (access, { id, body }) => groups.patchGroup(deps, access, id, body));
      route("DELETE", "/Groups/:id", (access, { id }) => groups.deleteGroup(deps, access, id));
    },
    { prefix: apiBase + scimPath },
  );
}

/** Parses both media types. Directories also send a media type without a body, with DELETE. */
function acceptJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser("error", "error");
  const types = ["application/json", scimContentType];
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser<string>(types, { parseAs: "string" }, (request, body, parsed) => {
    if (body === "") parsed(null, undefined);
    else void parse(request, body, parsed);
  });
}

function discoveryRoutes(route: (method: Method, url: string, act: Act) => unknown, address: string): void {
  route("GET", "/ServiceProviderConfig", () => done(serviceProviderConfig(address)));
  for (const [url, resources] of [
    ["/ResourceTypes", resourceTypes(address)],
    ["/Schemas", schemas(address)],
  ] as const) {
    route("GET", url, () => done(discoveryList(resources)));
    route("GET", `${url}/:id`, (_access, { id }) => {
      const found = resources.find((resource) => resource.id === id);
      return found ? done(found) : noSuchResource;
    });
  }
}

function callOf({ params, query, body }: FastifyRequest): Call {
  const id = isObject(params) ? params["id"] : undefined;
  return { id: typeof id === "string" ? id : "", query: isObject(query) ? query : {}, body };
}

function locationOf(resource: object | undefined): string {
  const meta = isObject(resource) ? resource["meta"] : undefined;
  return isObject(meta) && typeof meta["location"] === "string" ? meta["location"] : "";
}

function send(reply: FastifyReply, status: number, body: object | undefined): FastifyReply {
  reply.code(status);
  return body === undefined ? reply.send() : reply.type(`${scimContentType}; charset=utf-8`).send(JSON.stringify(body));
}

function sendFailure(reply: FastifyReply, failure: ScimFailure): FastifyReply {
  if (failure.status === 401) reply.header("www-authenticate", "Bearer");
  setRetryAfter(reply, failure.status);
  return send(reply, failure.status, errorBody(failure));
}

const rejectedBodies: Readonly<Record<number, ScimFailure>> = {
  413: refuse(413, "The body is too large.").failure,
  415: refuse(415, `The media type is not ${scimContentType} or application/json.`).failure,
};

/** Answers errors of the request; others are logged and answered as everywhere. */
function sendError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status >= 500) throw error;
  return sendFailure(
    reply,
    rejectedBodies[status] ?? refuse(400, "The body is not valid JSON.", "invalidSyntax").failure,
  );
}
