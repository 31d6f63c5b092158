import { businessName, officeAddress, rcNumber } from "@idanimo/contract/fields";
import { safeParse } from "zod/mini";
import { storedBusinessDraft } from "../../lib/storage.ts";

/** The stored business details, if that step was filled in. */
export function readBusinessDraft() {
  const draft = storedBusinessDraft.get();
  const name = safeParse(businessName, draft?.businessName);
  const number = safeParse(rcNumber, draft?.rcNumber);
  const address = safeParse(officeAddress, draft?.officeAddress);
  if (!name.success || !number.success || !address.success) return undefined;
  return { businessName: name.data, rcNumber: number.data, officeAddress: address.data };
}
