// Rules for imports between modules. Each comment says what to do instead; it is shown when the rule fails.

/** A rule whose violation fails the check. */
const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

/** Test code, which may import what product code may not. */
const tests = "\\.test\\.tsx?$|/testing\\.ts$|/testing/";

/** The server's modules, lowest first: each may import only those before it. */
const modules = [
  "sponsors",
  "audit",
  "approvals",
  "notifications",
  "organisations",
  "wallet",
  "pricing",
  "accounts",
  "operator-identity",
  "purchases",
  "payments",
  "consent",
  "subject-portal",
  "account-closure",
  "results",
  "verification",
  "developers",
  "retention",
  "operators",
];

const laterModuleRules = modules
  .slice(0, -1)
  .map((name, at) =>
    rule(
      `${name}-imports-later-module`,
      { path: `^server/src/modules/${name}/`, pathNot: tests },
      { path: `^server/src/modules/(${modules.slice(at + 1).join("|")})/` },
      "Move the call up, or raise an event.",
    ),
  );

export default {
  forbidden: [
    ...laterModuleRules,
    rule("no-cycles", {}, { circular: true }, "Merge the two files, or move what both need into a third."),
    rule(
      "contract-imports-only-zod",
      { path: "^contract/", pathNot: tests },
      { pathNot: "^contract/|node_modules/zod/" },
      "The contract imports only itself and zod.",
    ),
    rule(
      "workspaces-are-independent",
      { path: "^(server|web|sandbox|e2e|bench|ops|client)/" },
      { path: "^(server|web|sandbox|e2e|bench|ops|client)/", pathNot: "^$1/" },
      "Workspaces share code through the contract, or communicate over the wire.",
    ),
    rule(
      "sandbox-does-not-import-contract",
      { path: "^sandbox/" },
      { path: "^contract/" },
      "The sandbox implements the providers' wire formats, not ours.",
    ),
    rule(
      "modules-are-imported-by-index",
      { path: "^server/src/modules/([^/]+)/" },
      { path: "^server/src/modules/", pathNot: "^server/src/modules/($1/|[^/]+/index\\.ts$)" },
      "Import the module's index.ts.",
    ),
    rule(
      "modules-do-not-import-app",
      { path: "^server/src/modules/", pathNot: tests },
      { path: "^server/src/(app|config)/|^server/src/(main|operator)\\.ts$" },
      "The application reads the settings and passes modules what they need.",
    ),
    rule(
      "features-are-independent",
      { path: "^web/src/features/([^/]+)/" },
      { path: "^web/src/features/", pathNot: "^web/src/features/($1|payment)/" },
      "Combine features in app/. What several need for payments is in features/payment, which imports none of them.",
    ),
    rule(
      "shared-code-imports-no-feature",
      { path: "^(server|web)/src/(kernel|database|providers|http|jobs|documents|pages|ui|lib)/", pathNot: tests },
      { path: "^(server|web)/src/(modules|features|app|config|main)(/|\\.)" },
      "Shared code never imports a module, a feature or app.",
    ),
    rule(
      "kernel-imports-only-itself",
      { path: "^server/src/kernel/" },
      { path: "^server/src/(?!kernel/)" },
      "The kernel imports no other folder of the server.",
    ),
    rule(
      "rules-are-pure",
      { path: "/(rules|states)\\.ts$" },
      { pathNot: "^contract/|^server/src/kernel/|/(rules|states)\\.ts$" },
      "Rules and states use no clock, database, file or network; pass values in.",
    ),
    rule(
      "routes-do-not-query",
      { path: "/routes\\.ts$" },
      { path: "(/|-)store\\.ts$" },
      "A route calls a use case; a use case calls a store.",
    ),
    rule("product-does-not-import-tests", { pathNot: tests }, { path: tests }, "Product code never imports test code."),
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
    tsPreCompilationDeps: true, // type-only imports are dependencies too
    combinedDependencies: false, // each workspace declares what it uses
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
