import { defineConfig } from "vitest/config";

/** The tests of rules without a database, which Stryker repeats for each mutant (`npm run test:mutation`). */
export default defineConfig({
  test: {
    include: [
      "contract/src/{money,pricing,price-items,consent,request-status,limits,record-parts}*.test.ts",
      "server/src/modules/**/{rules,states,request-status}.test.ts",
    ],
    pool: "threads",
    isolate: false,
    testTimeout: 20_000,
  },
});
