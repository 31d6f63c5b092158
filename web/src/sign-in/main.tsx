import "../styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openLegalLinks } from "../lib/legal-dialog.ts";
import { followLinks } from "../lib/links.ts";
import { Layout } from "./Layout.tsx";
import { go } from "./place.ts";
import { screens } from "./routes.tsx";

followLinks(screens, go);
openLegalLinks();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Layout />
    </StrictMode>,
  );
}
