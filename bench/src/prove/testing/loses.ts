import { prove } from "../proof.ts";

/** A proof in which something acknowledged is gone. */
await prove(10, ({ count }) => Promise.resolve({ broken: count, acknowledged: 5, lost: 1, wrong: [], notes: "" }));
