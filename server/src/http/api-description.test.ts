import { searchTypes } from "@idanimo/contract/catalogue";
import { examples } from "@idanimo/contract/checks/details";
import { apiBase, commonProblems, type Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { type NonJsonCall, nonJsonCalls } from "@idanimo/contract/non-json-calls";
import { purposeCodes } from "@idanimo/contract/consent";
import { problems } from "@idanimo/contract/problems";
import { recordPartIds } from "@idanimo/contract/record-parts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PublicSurface, startPublicSurface } from "./testing/public-surface.ts";

let surface: PublicSurface;
beforeAll(async () => void (surface = await startPublicSurface()));
afterAll(() => surface.close());

describe("the API description", () => {
  type Described = {
    responses: Record<string, { description: string; headers?: object; content?: Record<string, { schema: object }> }>;
    parameters: { name: string; in: string; required: boolean }[];
    requestBody?: { content: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }> };
    operationId: string;
    security: object[];
  };
  type Document = {
    openapi: string;
    servers: object[];
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, { properties: { code: { enum: string[] } } }> };
  };
  let document: Document;
  beforeAll(async () => void (document = (await surface.demo.inject({ url: "/docs/json" })).json<Document>()));

  test("describes every operation once, with its input and its problems per status", () => {
    expect(document.openapi).toBe("3.1.0");
    const operationIds = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((one) => one.operationId),
    );
    expect(operationIds.toSorted()).toEqual([...Object.keys(operations), ...Object.keys(nonJsonCalls)].toSorted());
    for (const [name, operation] of Object.entries<Operation>(operations)) {
      const one = document.paths[apiBase + operation.path]?.[operation.method.toLowerCase()];
      if (!one) throw new Error(`${name} is not described`);
      for (const code of [...commonProblems, ...operation.problems])
        expect([name, one.responses[String(problems[code].status)]?.description.split(", ")]).toEqual([
          name,
          expect.arrayContaining([code]),
        ]);
      expect([name, one.responses["200"] !== undefined, one.responses["202"] !== undefined]).toEqual([
        name,
        true,
        operation.statusOf !== undefined,
      ]);
      for (const [, inPath] of operation.path.matchAll(/\{(\w+)\}/g))
        expect(one.parameters).toContainEqual(expect.objectContaining({ name: inPath, in: "path", required: true }));
      expect([name, one.requestBody !== undefined]).toEqual([name, operation.method === "POST"]);
      expect([name, one.security.length > 0]).toEqual([name, operation.access === "signed_in"]);
      expect([name, one.parameters.some((parameter) => parameter.name === "Idempotency-Key")]).toEqual([
        name,
        operation.acceptsIdempotencyKey === true,
      ]);
    }
    expect(document.components.schemas["Problem"]?.properties.code.enum.toSorted()).toEqual(
      Object.keys(problems).toSorted(),
    );
  });

  test("describes what a purpose can show, and that it may not be allowed [CL-08 CL-11]", () => {
    const operationAt = (path: string) => document.paths[apiBase + path]?.["post"];
    const quote = operationAt("/verification/quote");
    expect(quote?.requestBody?.content["application/json"]?.schema).toMatchObject({
      additionalProperties: false,
      properties: { purpose: { required: ["code"], properties: { code: { enum: purposeCodes } } } },
    });
    const parts = { type: "array", items: { enum: recordPartIds } };
    expect(quote?.responses["200"]?.content?.["application/json"]?.schema).toMatchObject({
      required: expect.arrayContaining(["mayShow"]) as string[],
      properties: {
        mayShow: {
          type: "array",
          items: { required: ["searchType", "required", "optional"], properties: { required: parts, optional: parts } },
        },
      },
    });
    for (const path of ["/verification/quote", "/verification/session"])
      expect(operationAt(path)?.responses["400"]?.description.split(", ")).toContain("purpose_not_allowed");
    expect(operationAt("/verification/session")?.responses["422"]?.description).toContain("same_key_other_body");
  });

  test("has a valid example of a search for each type that can be searched", () => {
    const body = document.paths[apiBase + operations.createSession.path]?.["post"]?.requestBody;
    const described = body?.content["application/json"]?.examples ?? {};
    const searched = searchTypes.filter((type) => examples[type].search !== null);
    expect(Object.keys(described)).toEqual(searched);
    for (const [type, { value }] of Object.entries(described))
      expect([type, operations.createSession.input.safeParse(value)]).toMatchObject([type, { success: true }]);
  });

  const other = (name: keyof typeof nonJsonCalls) => {
    const { method, path }: NonJsonCall = nonJsonCalls[name];
    return document.paths[apiBase + path]?.[method.toLowerCase()];
  };

  test("names its server, and describes the 202 response", () => {
    expect(document.servers).toEqual([{ url: "https://idanimo.test" }]);
    const submit = document.paths[apiBase + operations.submit.path]?.["post"];
    expect(submit?.responses["202"]?.content).toEqual(submit?.responses["200"]?.content);
    expect(submit?.responses["429"]?.headers).toHaveProperty("Retry-After");
    const stop = document.paths[apiBase + operations.stopBulk.path]?.["post"];
    expect(stop?.requestBody?.content["application/json"]?.schema).toMatchObject({ properties: {}, required: [] });
  });

  test("describes files, the event stream and webhooks with their content [T-66]", () => {
    const described = Object.keys(nonJsonCalls) as (keyof typeof nonJsonCalls)[];
    const types = described.map((name) => [name, Object.keys(other(name)?.responses["200"]?.content ?? {})[0]]);
    expect(Object.fromEntries(types)).toMatchObject({
      events: "text/event-stream",
      bulkResults: "text/csv",
      statement: "application/pdf",
      accountJson: "application/json",
      startGoogle: undefined,
    });
    expect(Object.keys(other("uploadBulk")?.requestBody?.content ?? {})).toEqual(["text/csv"]);
    expect(other("paymentNotice")?.security).toEqual([{ flutterwave: [] }]);
    expect(other("statement")?.parameters.map(({ name }) => name)).toEqual(["currency", "from", "to"]);
    for (const name of described) {
      const call: NonJsonCall = nonJsonCalls[name];
      for (const code of call.problems)
        expect([name, other(name)?.responses[String(problems[code].status)]?.description]).toEqual([
          name,
          expect.stringContaining(code),
        ]);
    }
  });

  test("contains only valid JSON schemas", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemas: object[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (key === "schema" && typeof value === "object" && value !== null && !("$ref" in value)) schemas.push(value);
      return value;
    });
    expect(schemas.length).toBeGreaterThan(20);
    for (const schema of schemas) expect(ajv.validateSchema(schema)).toBe(true);
  });
});
