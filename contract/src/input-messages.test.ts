import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { catalogueRowOf, searchTypes } from "./catalogue.ts";
import { inputMessage } from "./input-messages.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { inputWith, leavesOf } from "./testing/input-leaves.ts";
import * as developerTexts from "./developers/texts.ts";
import * as organisationTexts from "./organisations/texts.ts";
import * as texts from "./texts.ts";

beforeAll(() => void z.config({ localeError: inputMessage }));

const all: readonly [string, Operation][] = Object.entries(operations);

/** Values that most members reject. */
const badValues: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  1e21,
  10n,
  "",
  " ",
  "x",
  "10",
  "-1",
  "\u0000",
  "\u200B",
  "x".repeat(5_000),
  [],
  ["x"],
  Array.from({ length: 200 }, () => "x"),
  {},
  { x: 1 },
  new Date(0),
];

const messagesOfChecks = searchTypes.flatMap((type) =>
  Object.values(catalogueRowOf(type).fields).flatMap(({ messages }) => messages ?? []),
);

/** Our own messages, with any text in their placeholders. */
const ours = new RegExp(
  `^(${[
    ...Object.values(texts),
    ...Object.values(organisationTexts),
    ...Object.values(developerTexts),
    ...messagesOfChecks,
  ]
    .map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^{}]+"))
    .join("|")})$`,
);

const messagesOf = (operation: Operation, input: unknown): readonly string[] =>
  z.safeParse(operation.input, input).error?.issues.map(({ message }) => message) ?? [];

describe("messages about an input", () => {
  test.each(all)("are our own sentences in every operation: %s [API-01]", (_name, operation) => {
    const inputs = [
      ...badValues,
      { unknownMember: 1, __proto__: 1, constructor: "x" },
      ...leavesOf(operation.input).flatMap(({ path }) =>
        path.flatMap((_member, at) => badValues.map((value) => inputWith(path.slice(0, at + 1), value))),
      ),
    ];
    const found = new Set(inputs.flatMap((input) => messagesOf(operation, input)));
    expect([...found].filter((message) => !ours.test(message))).toEqual([]);
    expect(found.size).toBeGreaterThan(0);
  });

  test("say what a member accepts [API-23]", () => {
    const { input } = operations.paymentHistory;
    expect(
      Object.entries({ page: "x", size: 0, after: 1, other: "x" }).map(
        ([name, value]) => z.safeParse(input, { [name]: value }).error?.issues[0]?.message,
      ),
    ).toEqual(["Send a number here.", "Send at least 1.", "Send a text here.", "There is no field with this name."]);
  });
});

/** Texts that a member would accept without `x`. */
const surroundings = [
  "a{x}b",
  "a{x}b@example.ng",
  "1234567{x}8901",
  "1M8GDM9AX{x}KP042788",
  "01/0{x}1/1990",
  "+2348{x}031234567",
  "https://push.example/{x}",
];
/** A password may contain anything: it is hashed, never stored or shown. A file is read as bytes. */
const isAnything = (name: string) => /password$/i.test(name) || name === "confirm_password" || name === "nin_csv";

describe("texts of an input", () => {
  test.each(all)("contain nothing invisible and no control character: %s [T-71]", (_name, operation) => {
    const accepted: string[] = [];
    for (const { path, schema, def } of leavesOf(operation.input)) {
      if (!["string", "pipe"].includes(def.type) || isAnything(path.at(-1) ?? "")) continue;
      for (const sign of ["\u0000", "\u001B", "\u007F", "\u0085", "\uD800", "\u200B", "\u00AD", "\u202E", "\u2028"])
        for (const around of surroundings) {
          const read = z.safeParse(schema, around.replace("{x}", sign));
          if (read.success && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(String(read.data)))
            accepted.push(`${path.join(".")}: ${JSON.stringify(read.data)}`);
        }
    }
    expect(accepted).toEqual([]);
  });
});
