import type * as z from "zod/mini";
import { fillPlaceholders } from "./problems.ts";
import * as texts from "./texts.ts";

type Issue = z.core.$ZodRawIssue;

/** What a field accepts, by the type that its schema expects. */
const typeLabels: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formatChoices = (values: readonly unknown[]): string =>
  fillPlaceholders(texts.fieldValueInvalid, { values: values.map(String).join(", ") });

function sizeMessage(issue: Extract<Issue, { readonly code: "too_big" | "too_small" }>): string {
  const isText = issue.origin === "string";
  return issue.code === "too_big"
    ? fillPlaceholders(isText ? texts.fieldTooLong : texts.fieldTooLarge, { most: String(issue.maximum) })
    : fillPlaceholders(isText ? texts.fieldTooShort : texts.fieldTooSmall, { least: String(issue.minimum) });
}

/** The message for an invalid member whose schema has none of its own. Passed to zod once, with `z.config`. */
export function inputMessage(issue: Issue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return texts.fieldUnknown;
    case "invalid_type": {
      const kind = typeLabels[issue.expected];
      if (issue.input === undefined) return texts.fieldMissing;
      return kind === undefined ? texts.fieldMalformed : fillPlaceholders(texts.fieldTypeInvalid, { kind });
    }
    case "invalid_value":
      return issue.input === undefined ? texts.fieldMissing : formatChoices(issue.values);
    case "invalid_union":
      return Array.isArray(issue.options) ? formatChoices(issue.options) : texts.fieldMalformed;
    case "too_big":
    case "too_small":
      return sizeMessage(issue);
    default:
      return texts.fieldMalformed;
  }
}
