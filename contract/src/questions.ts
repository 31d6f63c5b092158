import { catalogueRowOf, type SearchType } from "./catalogue.ts";
import { bureaus } from "./checks/bvn/bureaus.ts";
import { maskValue } from "./masking.ts";
import { fillPlaceholders } from "./problems.ts";

/** The one question of a check, in words. */

/** What was typed or chosen, by the names of the placeholders in a question. */
export type QuestionValues = Readonly<Record<string, string>>;

/** Numbers that identify a person: a question shows only their last two digits. */
const maskedFields: readonly string[] = ["nin", "bvn"];

/** The values for the placeholders of a question: identity numbers are masked, the parts of a name are joined. */
export function questionValuesOf(values: Readonly<Record<string, string>>, options: readonly string[]): QuestionValues {
  const { firstname, middlename, lastname } = values;
  const name = [firstname, middlename, lastname].filter(Boolean).join(" ");
  const bureau = bureaus.find(({ tick }) => options.includes(tick))?.name;
  return {
    ...Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, maskedFields.includes(field) ? maskValue(value) : value]),
    ),
    ...(name && { name }),
    ...(bureau !== undefined && { bureau }),
  };
}

/** The question for the requester; undefined for a type that shows a record. */
export function questionText(type: SearchType, values: QuestionValues): string | undefined {
  const { question } = catalogueRowOf(type);
  return question && fillPlaceholders(question.text, values);
}
