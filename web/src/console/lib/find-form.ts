import { findAccount } from "@idanimo/contract/console/accounts";
import { operatorNote } from "@idanimo/contract/console/fields";
import * as texts from "@idanimo/contract/texts";
import * as z from "zod/mini";

/** The form of the search: an empty note is none. */
export const findForm = z.extend(findAccount.input, {
  note: z.union([z.literal(""), operatorNote(texts.reasonRequired)], texts.noteHasNumber),
});
