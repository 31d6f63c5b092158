import { expect, test } from "vitest";

import { apiFindings } from "./check-api.ts";

const operation = {
  operationId: "ask",
  summary: "Asks.",
  security: [],
  responses: { 200: { description: "Done." }, 404: { description: "None." } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "A", version: "1", license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" } },
  servers: [{ url: "https://idanimo.example" }],
  paths: { "/ask": { get: operation } },
};

test("reports errors and warnings of a bad description, and none of a good one", () => {
  expect(apiFindings(document)).toEqual([]);
  const { servers: _servers, ...bad } = {
    ...document,
    paths: { "/ask": { get: { ...operation, security: undefined } } },
  };
  const rules = apiFindings(bad).map((finding) => finding.split(":")[0]);
  expect(rules.toSorted()).toEqual(["no-empty-servers", "security-defined"]);
}, 60_000);
