// The arrows of the house. Each rule says what to do instead, because a person reads it when it fails.

/** A rule that fails the check. */
const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

/** Test code: it may reach where product code may not. */
const tests = "\\.test\\.tsx?$|/testing\\.ts$|/testing/";

/** The server's modules, lowest first: each may call only those before it. */
const modules = [
  "sponsors",
  "audit",
  "notifications",
  "wallet",
  "pricing",
  "payments",
  "accounts",
  "consent",
  "results",
  "verification",
  "retention",
  "operators",
];

const looksBack = modules
  .slice(0, -1)
  .map((name, at) =>
    rule(
      `${name}-looks-back`,
      { path: `^server/src/modules/${name}/`, pathNot: tests },
      { path: `^server/src/modules/(${modules.slice(at + 1).join("|")})/` },
      "Move the call up, or raise an event.",
    ),
  );

export default {
  forbidden: [
    ...looksBack,
    rule("no-circles", {}, { circular: true }, "Two files that need each other are one file, or lack a third."),
    rule(
      "contract-is-the-floor",
      { path: "^contract/", pathNot: tests },
      { pathNot: "^contract/|node_modules/zod/" },
      "The contract imports itself and zod only.",
    ),
    rule(
      "sides-do-not-touch",
      { path: "^(server|web|sandbox|e2e|bench|ops)/" },
      { path: "^(server|web|sandbox|e2e|bench|ops)/", pathNot: "^$1/" },
      "Sides meet in the contract or over the wire.",
    ),
    rule(
      "sandbox-stands-alone",
      { path: "^sandbox/" },
      { path: "^contract/" },
      "The sandbox speaks the providers' wire contracts, never ours.",
    ),
    rule(
      "modules-have-one-door",
      { path: "^server/src/modules/([^/]+)/" },
      { path: "^server/src/modules/", pathNot: "^server/src/modules/($1/|[^/]+/index\\.ts$)" },
      "Enter by its index.ts.",
    ),
    rule(
      "features-do-not-touch",
      { path: "^web/src/features/([^/]+)/" },
      { path: "^web/src/features/", pathNot: "^web/src/features/($1|payment)/" },
      "Features meet in app/. What all of them need for being paid is in payment, which knows none of them.",
    ),
    rule(
      "arrows-point-down",
      { path: "^(server|web)/src/(kernel|database|providers|http|jobs|documents|pages|ui|lib)/", pathNot: tests },
      { path: "^(server|web)/src/(modules|features|app|main)(/|\\.)" },
      "What is shared never knows a feature.",
    ),
    rule(
      "kernel-is-low",
      { path: "^server/src/kernel/" },
      { path: "^server/src/(?!kernel/)" },
      "The kernel imports nothing above it.",
    ),
    rule(
      "rules-are-pure",
      { path: "/(rules|states)\\.ts$" },
      { pathNot: "^contract/|^server/src/kernel/|/(rules|states)\\.ts$" },
      "No clock, database, file or network.",
    ),
    rule(
      "routes-do-not-query",
      { path: "/routes\\.ts$" },
      { path: "(/|-)store\\.ts$" },
      "A route calls a use case; a use case calls a store.",
    ),
    rule("tests-stay-outside", { pathNot: tests }, { path: tests }, "Product code never imports test code."),
    rule(
      "imports-are-declared",
      { pathNot: tests },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"] },
      "Declare it in the package.json of the workspace that uses it.",
    ),
    rule("imports-resolve", {}, { couldNotResolve: true }, "The file or package does not exist."),
  ],
  options: {
    parser: "swc", // TypeScript 7 has no JavaScript API; without swc the tool reads no file and still reports success
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(build|\\.data|\\.tmp)/" },
    moduleSystems: ["es6"],
    tsPreCompilationDeps: true, // type-only imports are arrows too
    combinedDependencies: false, // a workspace declares what it uses itself
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
