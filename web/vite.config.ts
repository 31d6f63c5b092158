import { existsSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { documentFor } from "./tools/documents.ts";

const root = import.meta.dirname;
const withDesign = process.env["DESIGN"] === "1";

/** In development: the same documents at the same addresses as the server would answer. */
const documents: Plugin = {
  name: "documents",
  apply: "serve",
  configureServer(server) {
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

// tools/build.mjs runs this twice: for the browser, and with --ssr for the program that draws the public pages
export default defineConfig(({ isSsrBuild }) => ({
  root,
  appType: "mpa",
  plugins: [documents, react()],
  css: { modules: { generateScopedName: "[local]_[hash:base64:5]" } },
  server: { proxy: { "/api": process.env["API_URL"] ?? "http://localhost:8080" } },
  build: {
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssMinify: true,
    reportCompressedSize: false,
    ...(isSsrBuild
      ? { ssr: "src/public-pages/render.tsx", ssrEmitAssets: true, copyPublicDir: false }
      : {
          rolldownOptions: {
            input: {
              app: path.join(root, "app.html"),
              "sign-in": path.join(root, "sign-in.html"),
              ...(withDesign && { design: path.join(root, "design.html") }),
            },
            output: {
              codeSplitting: {
                groups: [
                  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
                  { name: "router", test: /node_modules\/(react-router|cookie-es|set-cookie-parser)\// },
                ],
              },
            },
          },
        }),
  },
}));
