import { defineConfig } from "vitest/config";

const tests = ["src/**/*.test.ts", "src/**/*.test.tsx"];

/** A workspace whose tests need nothing but Node. */
const plain = (name: string, include = tests) => ({ extends: true as const, test: { name, root: name, include } });

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 3, // of two cores: many tests wait for a program, a clock or a wire
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 40_000,
    passWithNoTests: false,
    projects: [
      plain("contract"),
      {
        extends: true,
        test: {
          name: "server",
          root: "server",
          include: tests,
          globalSetup: [`${import.meta.dirname}/server/src/database/embedded/testing/global-setup.ts`],
        },
      },
      plain("web", [...tests, "tools/**/*.test.ts"]),
      plain("sandbox"),
      plain("bench"),
      { extends: true, test: { name: "tools", include: ["tools/**/*.test.ts", "scripts/**/*.test.ts"] } },
    ],
  },
});
