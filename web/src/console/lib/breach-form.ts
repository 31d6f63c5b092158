import { startBreach } from "@idanimo/contract/console/breaches";
import { extend, literal, union } from "zod/mini";

/** The form of a new breach: the account may be left empty. */
export const breachForm = extend(startBreach.input, {
  accountId: union([literal(""), startBreach.input.shape.accountId.def.innerType]),
});
