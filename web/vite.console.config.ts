import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/** The operator console: a document of its own in a folder of its own, which the customers' address does not serve. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [react()],
  css: { modules: { generateScopedName: "[local]_[hash:base64:5]" } },
  build: {
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssMinify: true,
    cssTarget: ["chrome105", "firefox121", "safari15.4"],
    reportCompressedSize: false,
    rolldownOptions: {
      input: { console: path.join(root, "console.html") },
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "query", test: /node_modules\/@tanstack\// },
          ],
        },
      },
    },
  },
});
