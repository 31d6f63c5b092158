import "../styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { openLegalLinks } from "../lib/legal-dialog.ts";
import { followLinks } from "../lib/links.ts";
import { newQueryClient } from "../lib/query.ts";
import { ProblemProvider } from "../ui/Problems.tsx";
import { ToastProvider } from "../ui/Toast.tsx";
import { Crashed, Layout, Missing } from "./Layout.tsx";
import { problemDialogs } from "./problem-dialogs.ts";
import { isOurs, screens } from "./routes.tsx";

// a document opened anew is a page of its own among those the tab has scrolled: it begins at its top, and a reload where it was left
const held: unknown = history.state;
if (typeof held !== "object" || held === null || !("key" in held))
  history.replaceState({ ...(typeof held === "object" && held), key: crypto.randomUUID() }, "");

const router = createBrowserRouter([
  {
    Component: Layout,
    ErrorBoundary: Crashed,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: Crashed,
        children: [
          ...screens.map(({ path, load }) => ({ path, lazy: async () => ({ Component: await load() }) })),
          { path: "*", Component: Missing },
        ],
      },
    ],
  },
]);

followLinks(screens, (address) => void router.navigate(address));
openLegalLinks();

const root = document.getElementById("root");
if (!isOurs(location.pathname)) location.replace("/notFoundPage");
else if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={newQueryClient()}>
        <ToastProvider>
          <ProblemProvider dialogs={problemDialogs}>
            <RouterProvider router={router} />
          </ProblemProvider>
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
