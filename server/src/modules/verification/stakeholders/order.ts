import { rowOf } from "@idanimo/contract/catalogue";
import { fail } from "@idanimo/contract/problems";
import type { Orders } from "../../payments/index.ts";
import type { VerificationDeps } from "../deps.ts";

/** Makes the purchase of a company's stakeholders. */
export function orderStakeholders(_deps: VerificationDeps): Orders["stakeholders"] {
  return async () => fail("not_offered", { searchType: rowOf("stakeholders").label });
}
