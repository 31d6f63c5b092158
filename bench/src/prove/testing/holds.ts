import { prove } from "../proof.ts";

/** A proof in which nothing is lost. */
await prove(10, ({ count, seed }) =>
  Promise.resolve({ broken: count, acknowledged: seed, lost: 0, wrong: [], notes: "one | two\nthree" }),
);
