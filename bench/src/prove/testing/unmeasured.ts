import { prove } from "../proof.ts";

/** A proof that does not look at what was promised. */
await prove(10, ({ count }) => Promise.resolve({ broken: count, acknowledged: 0, lost: "-", wrong: [], notes: "" }));
