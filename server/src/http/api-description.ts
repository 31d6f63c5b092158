import { scopesByCall } from "@idanimo/contract/developers/call-scopes";
import { newestOutput } from "@idanimo/contract/developers/version-changes";
import { apiVersions, newestVersion, versionHeader } from "@idanimo/contract/developers/versions";
import { apiBase, commonProblems, type Operation, pathParameterNames } from "@idanimo/contract/operation";
import { type NonJsonCall, signatureHeaders } from "@idanimo/contract/non-json-calls";
import { type ProblemCode, problems } from "@idanimo/contract/problems";
import { allowedPurposes } from "@idanimo/contract/record-parts";
import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { examples } from "@idanimo/contract/checks/details";
import { createSession } from "@idanimo/contract/verification";
import * as z from "zod/mini";

type Json = Record<string, unknown>;
const shapeOf = z.record(z.string(), z.record(z.string(), z.unknown()));
const namesOf = z.array(z.string());

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
};

/** Properties of an input as the description lists them. A union of forms has none. */
function propertiesOf(input: Json): { readonly names: Record<string, Json>; readonly required: readonly string[] } {
  return { names: shapeOf.parse(input["properties"] ?? {}), required: namesOf.parse(input["required"] ?? []) };
}

/** Members of an input that travel in the path or the query. */
function parametersOf(input: Json, path: string, isWanted: (name: string) => boolean = () => true): Json[] {
  const inPath = pathParameterNames(path);
  const { names, required } = propertiesOf(input);
  return Object.entries(names)
    .filter(([name]) => isWanted(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? "path" : "query",
      required: inPath.includes(name) || required.includes(name),
      schema,
    }));
}

/** Members of an input that travel in the body: all except path parameters. */
function bodySchemaOf(input: Json, path: string): Json {
  const inPath = pathParameterNames(path);
  if (inPath.length === 0) return input;
  const { names, required } = propertiesOf(input);
  const properties = Object.fromEntries(Object.entries(names).filter(([name]) => !inPath.includes(name)));
  return { ...input, properties, required: required.filter((name) => !inPath.includes(name)) };
}

const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } } };

/** The problems of an operation by status. */
function problemResponses(codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      {
        description: all.join(", "),
        ...((status === 429 || status === 503) && { headers: retryAfter }),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

/** Headers of the responses to an API key. */
const keyHeaders = {
  [versionHeader]: {
    description: "The version of this response.",
    schema: { type: "string", enum: apiVersions },
  },
  Deprecation: {
    description: "When a newer version replaced this one, as `@` and seconds since 1970 (RFC 9745).",
    schema: { type: "string" },
  },
  Sunset: { description: "When this version ends (RFC 8594).", schema: { type: "string" } },
  "RateLimit-Limit": { description: "Calls in one burst.", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Calls that are left.", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until all are left again.", schema: { type: "integer" } },
};
const refsTo = (section: string, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${section}/${name}` }]));

const versionParameter = {
  name: versionHeader,
  in: "header",
  required: false,
  description: "With an API key: the version of the response. Without it, that of the key or of its organisation.",
  schema: { type: "string", enum: apiVersions },
};

/** What the description says of a call that an API key may make. */
function keyParts(scopes: readonly string[] | null) {
  if (scopes === null) return { description: {}, parameters: [], headers: {} };
  return {
    description: { description: `An API key needs the scope ${scopes.map((scope) => `\`${scope}\``).join(" and ")}.` },
    parameters: [{ $ref: `#/components/parameters/${versionHeader}` }],
    headers: { headers: refsTo("headers", Object.keys(keyHeaders)) },
  };
}

const signedInSecurity = [{ bearer: [] }, { cookie: [] }];

/** A request for each search type, by its name: what `createSession` accepts. */
function searchExamples(): Json {
  return Object.fromEntries(
    searchTypes.flatMap((type) => {
      const { search } = examples[type];
      if (search === null) return [];
      const { label, consent } = catalogueRowOf(type);
      const [code] = consent ? allowedPurposes(type) : [];
      return [[type, { summary: label, value: { ...search, currency: "NGN", ...(code && { purpose: { code } }) } }]];
    }),
  );
}

function describeOperation(operation: Operation): Json {
  const ofKey = keyParts(scopesByCall.get(`${operation.method} ${operation.path}`) ?? null);
  const input = schemaOf(operation.input, "input");
  const inPath = pathParameterNames(operation.path);
  const answer = { content: { "application/json": { schema: schemaOf(newestOutput(operation), "input") } } };
  return {
    summary: operation.summary,
    ...ofKey.description,
    tags: [operation.path.split("/")[1] ?? "other"],
    security: operation.access === "signed_in" ? signedInSecurity : [],
    parameters: [
      ...parametersOf(input, operation.path, (name) => operation.method !== "POST" || inPath.includes(name)),
      ...(operation.acceptsIdempotencyKey
        ? [{ name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 200 } }]
        : []),
      ...ofKey.parameters,
    ],
    ...(operation.method === "POST" && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: bodySchemaOf(input, operation.path),
            ...(operation.path === createSession.path && { examples: searchExamples() }),
          },
        },
      },
    }),
    responses: {
      200: { description: "Done.", ...ofKey.headers, ...answer },
      ...(operation.statusOf && { 202: { description: "Not done yet: call again.", ...ofKey.headers, ...answer } }),
      ...problemResponses([...commonProblems, ...operation.problems]),
    },
  };
}

/** Content of a response: the schema of JSON or of each event of a stream, or bytes. */
function contentOf({ type, schema }: NonNullable<NonJsonCall["response"]>): Json {
  if (schema === undefined) return { [type]: { schema: type.startsWith("text/") ? { type: "string" } : bytes } };
  const described = schemaOf(schema, "input");
  if (type !== "text/event-stream") return { [type]: { schema: described } };
  return { [type]: { schema: { type: "string", contentMediaType: "application/json", contentSchema: described } } };
}
const bytes = { type: "string", format: "binary" };

function securityOf(access: NonJsonCall["access"]): Json[] {
  if (access === "public") return [];
  return access === "signed_in" ? signedInSecurity : [{ [access]: [] }];
}

function describeNonJsonCall(call: NonJsonCall): Json {
  const { path, tag, summary, description, access, input, body, response: answer } = call;
  const redirect = {
    303: { description: "Redirects.", headers: { Location: { schema: { type: "string" } } } },
    default: problemResponses(["unexpected"])[500],
  };
  return {
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: securityOf(access),
    parameters: parametersOf(schemaOf(input, "input"), path),
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      ...(answer ? { 200: { description: "Done.", content: contentOf(answer) } } : redirect),
      ...problemResponses(call.problems),
    },
  };
}

const signatures = Object.entries(signatureHeaders).map(([provider, name]) => [
  provider,
  { type: "apiKey", in: "header", name, description: "Proves that the provider sent the notice." },
]);

/**
 * Builds the OpenAPI 3.1 document of the contract's operations. A test compares it with the mounted routes. [T-66]
 * @param about `server`: its URL, or `/`
 */
export function buildApiDescription(
  operations: Readonly<Record<string, Operation>>,
  others: Readonly<Record<string, NonJsonCall>>,
  about: { readonly title: string; readonly server: string },
): Json {
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, described: Json) => {
    paths[apiBase + path] = { ...paths[apiBase + path], [method.toLowerCase()]: described };
  };
  for (const [name, operation] of Object.entries(operations))
    add(operation.path, operation.method, { operationId: name, ...describeOperation(operation) });
  for (const [name, call] of Object.entries(others))
    add(call.path, call.method, { operationId: name, ...describeNonJsonCall(call) });
  return {
    openapi: "3.1.0",
    info: {
      title: about.title,
      version: "2",
      description:
        "Every error is a problem (RFC 9457) with a code. Amounts are numbers with at most two decimal places. " +
        `Responses are described as an API key gets them in version ${newestVersion}; with a session they have the form of ${apiVersions[0]}. ` +
        "Guides, and a form that sends each call in test mode: [documentation](/developers/docs).",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: about.server }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "__Host-idanimo" },
        ...Object.fromEntries(signatures),
      },
      parameters: { [versionHeader]: versionParameter },
      headers: keyHeaders,
      schemas: {
        Problem: {
          type: "object",
          required: ["title", "status", "code", "message"],
          properties: {
            title: { type: "string" },
            status: { type: "integer" },
            code: { type: "string", enum: Object.keys(problems) },
            message: { type: "string", description: "What a user may be shown." },
            fields: { type: "object", additionalProperties: { type: "string" } },
            details: { type: "object", additionalProperties: { type: "string" } },
          },
        },
      },
    },
  };
}
