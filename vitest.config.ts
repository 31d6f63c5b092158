import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const tests = ["src/**/*.test.ts", "src/**/*.test.tsx"];

/** Test files of one worker share imported modules: server code has no state per test. A page of the web does, so it is isolated. */
const isolate = false;

/** A project whose tests need only Node. */
const plain = (name: string, include = tests) => ({
  extends: true as const,
  test: { name, root: name, include, isolate: name === "web" },
});

/** Slow test files, started first so that none runs alone at the end. */
const long = [
  "program-kills",
  "provider-faults",
  "chaos/model",
  "guessing",
  "embedded/embedded",
  "double-spend",
  "activation",
  "unchosen-parts",
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
    maxWorkers: 3, // on two cores: many tests wait for a program, a timer or the network
    retry: process.env["CI"] ? 1 : 0, // a shared machine may stop for seconds; the output names what was repeated
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
      plain("client"),
      plain("ops", ["**/*.test.ts"]),
      { extends: true, test: { name: "tools", include: ["tools/**/*.test.ts", "scripts/**/*.test.ts"] } },
    ],
  },
});
