import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";

export const fingerprintExample = {
  search: {
    nin: "70123456789",
    finger: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  },
  record: personExample,
} as const satisfies CheckExample;
