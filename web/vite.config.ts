import { existsSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { documentFor } from "./tools/documents.ts";
import { guides } from "./tools/guides.ts";

const root = import.meta.dirname;
const withDesign = process.env["DESIGN"] === "1";

/** In development: serves the same documents at the same paths as the server would. */
const documents: Plugin = {
  name: "documents",
  apply: "serve",
  configureServer(server) {
    // oxlint-disable-next-line typescript/no-misused-promises -- every path responds or calls next
    server.middlewares.use(async (request, response, next) => {
      const address = new URL(request.url ?? "/", "http://localhost").pathname;
      const wantsPage = request.method === "GET" && request.headers.accept?.includes("text/html");
      if (!wantsPage || address.startsWith("/api/") || existsSync(path.join(root, address.slice(1) || "-")))
        return next();
      try {
        const { renderPage } = await server.ssrLoadModule("/src/public-pages/render.tsx");
        const page = renderPage(address, {
          styles: ["/src/public-pages/styles.ts"],
          script: "/src/public-pages/script.ts",
          theme: "/src/boot/theme.ts",
          font: "/src/styles/fonts/inter-latin.woff2",
          origin: "",
          development: true,
        });
        const file = address === "/design" ? "design.html" : documentFor(address);
        request.url = page === undefined ? `/${file}` : request.url;
        if (page === undefined) return next();
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(await server.transformIndexHtml(address, page));
      } catch (problem) {
        next(problem);
      }
    });
  },
};

/**
 * Modules that both documents' screens need. Modules for one document must not be here: sign-in would load them too
 * [G-F2].
 */
const sharedChunkFiles = new RegExp(
  [
    "web/src/ui/(Button|Card|Checkbox|CrashScreen|ErrorBoundary|ErrorPanel|Field|Footer|Form|Frame|Logo|Notice|OfflineBar)\\b",
    "web/src/ui/(PageHeader|PasswordInput|Shell|RouteOutlet|Spinner|TextInput|ThemeSwitch|ToneIcon|classes|control|icons)\\b",
    "web/src/lib/(preloaded-responses|call|prefetch|form|use-scroll-anchor|legal-dialog|intercept-links|router|problem-message|match-route|scroll-restoration|service-worker|session)\\b",
    "web/src/lib/(active-organisation|first-paint|storage|mount-page|theme|use-is-slow|shared-computer-session|when-idle)\\b",
    "contract/src/(accounts|brand|fields|limits|money|operation|problems|texts)\\b",
    "web/src/(jsx|styles)/",
    "node_modules/zod/",
    "preload-helper",
  ].join("|"),
);

// tools/build.mjs runs this twice: for the browser, and with --ssr for the program that renders the public pages
export default defineConfig(({ isSsrBuild }) => ({
  root,
  appType: "mpa",
  plugins: [documents, guides, react()],
  css: { modules: { generateScopedName: "[local]_[hash:base64:5]" } },
  server: { proxy: { "/api": process.env["API_URL"] ?? "http://localhost:8080" } },
  build: {
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssMinify: true,
    // older than `light-dark()`: the build then writes theme colours in a form that these browsers support
    cssTarget: ["chrome105", "firefox121", "safari15.4"],
    reportCompressedSize: false,
    ...(isSsrBuild
      ? { ssr: "src/public-pages/render.tsx", ssrEmitAssets: true, copyPublicDir: false }
      : {
          rolldownOptions: {
            input: {
              app: path.join(root, "app.html"),
              "sign-in": path.join(root, "sign-in.html"),
              documentation: path.join(root, "documentation.html"),
              ...(withDesign && { design: path.join(root, "design.html") }),
            },
            // inlined constants let a page ship only the texts that it shows
            optimization: { inlineConst: { mode: "all", pass: 2 } },
            output: {
              codeSplitting: {
                groups: [
                  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
                  { name: "query", test: /node_modules\/@tanstack\/(query-core|react-query)\// },
                  // needed by the first screen of either document: one file is smaller than a dozen chunks
                  { name: "basis", test: sharedChunkFiles },
                  // shared by the application's first screen and later screens of the sign-in
                  { name: "shared", test: /web\/src\/(ui\/(Dialog|Select|Toast)|lib\/format)\b/ },
                  // each document's layout with its most visited screen, for the same reason
                  { name: "entrance", test: /web\/src\/sign-in\/(Layout|emailed-secrets|pages\/LoginPage)\.tsx?$/ },
                  { name: "application", test: /web\/src\/app\/(Providers|Layout)\.tsx$/ },
                ],
              },
            },
          },
        }),
  },
}));
