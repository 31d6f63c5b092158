import "../styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { interceptLinks } from "../lib/intercept-links.ts";
import { createQueryClient } from "../lib/query.ts";
import { navigate, startRouter } from "../lib/router.ts";
import { ProblemProvider } from "../ui/Problems.tsx";
import { ToastProvider } from "../ui/Toast.tsx";
import { Console } from "./Console.tsx";
import { setOnSignedOut } from "./lib/call.ts";
import { forgetOperator } from "./use-operator.ts";
import { routes } from "./routes.tsx";

const client = createQueryClient();
setOnSignedOut(() => forgetOperator(client));
interceptLinks(routes, (address) => navigate(address));

const root = document.getElementById("root");
await startRouter(routes);
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <ProblemProvider>
            <Console />
          </ProblemProvider>
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
