import "../styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openLegalLinks } from "../lib/legal-dialog.ts";
import { followLinks } from "../lib/links.ts";
import { forgetOldDrafts } from "../lib/storage.ts";
import { Layout } from "./Layout.tsx";
import { takeMailedSecrets } from "./mailed-link.ts";
import { go } from "./place.ts";
import { screens } from "./routes.tsx";

takeMailedSecrets();
followLinks(screens, go);
openLegalLinks();
forgetOldDrafts();
setInterval(forgetOldDrafts, 60_000);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Layout />
    </StrictMode>,
  );
}
