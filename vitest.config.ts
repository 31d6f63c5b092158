import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const tests = ["src/**/*.test.ts", "src/**/*.test.tsx"];

/** The files of one worker share what they import: what runs for many at once keeps nothing of one of them. A page of the web does. */
const isolate = false;

/** A workspace whose tests need nothing but Node. */
const plain = (name: string, include = tests) => ({
  extends: true as const,
  test: { name, root: name, include, isolate: name === "web" },
});

/** Files that take long while the others are short: begun first, they do not stand alone at the end. */
const long = [
  "program-kills",
  "provider-faults",
  "chaos/model",
  "guessing",
  "embedded/embedded",
  "double-spend",
  "activation",
  "providers.sandbox",
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.includes(name));
      return at === -1 ? long.length : at;
    };
    return (await super.sort(files)).toSorted((left, right) => place(left) - place(right));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
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
          isolate,
          root: "server",
          include: tests,
          globalSetup: [`${import.meta.dirname}/server/src/database/embedded/testing/global-setup.ts`],
        },
      },
      plain("web", [...tests, "tools/**/*.test.ts"]),
      plain("sandbox"),
      plain("bench"),
      plain("ops", ["**/*.test.ts"]),
      { extends: true, test: { name: "tools", include: ["tools/**/*.test.ts", "scripts/**/*.test.ts"] } },
    ],
  },
});
