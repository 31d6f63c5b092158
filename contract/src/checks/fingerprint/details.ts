import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";
import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { fingerprintRow } from "./row.ts";

export const fingerprintDetails = {
  inputs: {
    nin: ninInput,
    finger: { kind: "picture", label: "Picture of the finger", hint: "JPG or PNG, at most 2 MB. It is not stored." },
  },
} as const satisfies CheckDetails<typeof fingerprintRow>;

export const fingerprintExample = {
  search: {
    nin: "70123456789",
    finger: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  },
  record: personExample,
} as const satisfies CheckExample;
