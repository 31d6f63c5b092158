import * as z from "zod/mini";
import { nullableText } from "./named-texts.ts";

/** A record of texts by their names, shown with the labels of its type's details. */
export const labelledRecord = z.record(z.string(), nullableText);
export type LabelledTexts = z.output<typeof labelledRecord>;
