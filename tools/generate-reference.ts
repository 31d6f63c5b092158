// Writes what the documentation shows of each call that an API key may make, from the API description and the
// examples. With --check it only reports whether the file is current.
import { operationScopes } from "../contract/src/developers/call-scopes.ts";
import { callExamples } from "../contract/src/developers/examples.ts";
import { keyScopes, scopes } from "../contract/src/developers/scopes.ts";
import { nonJsonCalls } from "../contract/src/non-json-calls.ts";
import { apiBase, type Operation, pathParameterNames } from "../contract/src/operation.ts";
import { operations } from "../contract/src/operations.ts";
import { type ProblemCode, problems } from "../contract/src/problems.ts";
import { buildApiDescription } from "../server/src/http/api-description.ts";
import { updateGeneratedPages } from "./shared/generated-page.ts";

type Schema = { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: readonly string[] };
type Examples = Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: Examples }>>;
type Described = {
  readonly parameters: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
    readonly schema?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

const document = buildApiDescription(operations, nonJsonCalls, { title: "Idanimo API", server: "/" });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built above, with these members
const paths = document["paths"] as Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** Everything that a caller gives: members of the path, of the query and of the body. */
function inputOf({ parameters, requestBody }: Described): Schema {
  const body = requestBody?.content["application/json"]?.schema ?? {};
  const given = parameters.flatMap((one) =>
    one.name !== undefined && one.in !== "header" ? [{ ...one, name: one.name }] : [],
  );
  return {
    properties: { ...Object.fromEntries(given.map(({ name, schema }) => [name, schema])), ...body.properties },
    required: [...given.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
  };
}

const order = Object.keys(callExamples);

function describe(name: string, operation: Operation, needed: readonly string[]) {
  const described = paths[apiBase + operation.path]?.[operation.method.toLowerCase()];
  const examples: Readonly<Record<string, object>> = callExamples;
  const example = examples[name];
  if (!described || !example) throw new Error(`${name} has no ${described ? "example" : "description"}`);
  return {
    name,
    method: operation.method,
    path: operation.path,
    inPath: pathParameterNames(operation.path),
    summary: operation.summary,
    scopes: needed,
    acceptsIdempotencyKey: operation.acceptsIdempotencyKey === true,
    example,
    otherExamples: Object.values(described.requestBody?.content["application/json"]?.examples ?? {}).map(
      ({ summary: title, value: input }) => ({ title, input }),
    ),
    input: inputOf(described),
    output: described.responses["200"]?.content?.["application/json"]?.schema ?? {},
    problems: operation.problems,
  };
}

/** The calls that have a scope, in the order of their examples, which is the order of use. */
const calls = Object.entries<Operation>(operations)
  .flatMap(([name, operation]) => {
    const all: Readonly<Record<string, readonly string[] | null>> = operationScopes;
    const needed = all[name];
    return needed ? [describe(name, operation, needed)] : [];
  })
  .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));

const listed = ({ name, method, path, summary }: (typeof calls)[number]) => ({ name, method, path, summary });
const isOfTestMode = ({ path }: { readonly path: string }) => /^\/developers\/(test-mode|inbox)/.test(path);
const groups = [
  ...keyScopes.map((scope) => ({
    title: scopes[scope].name,
    calls: calls.filter((call) => call.scopes[0] === scope && !isOfTestMode(call)).map(listed),
  })),
  { title: "Test mode", calls: calls.filter(isOfTestMode).map(listed) },
].filter((group) => group.calls.length > 0);

const codes = new Set<ProblemCode>(calls.flatMap((call) => call.problems));
const reference = {
  calls,
  problems: Object.fromEntries(
    [...codes].map((code) => [
      code,
      { status: problems[code].status, message: problems[code].text.replaceAll(/\{\w+\}/g, "…") },
    ]),
  ),
};

if (import.meta.main)
  updateGeneratedPages({
    "web/src/documentation/generated/reference.json": () => `${JSON.stringify(reference, null, 1)}\n`,
    "web/src/documentation/generated/call-list.json": () => `${JSON.stringify(groups, null, 1)}\n`,
  });
