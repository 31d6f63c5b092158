import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "../lib/query.ts";
import { ProblemProvider } from "../ui/Problems.tsx";
import { ToastProvider } from "../ui/Toast.tsx";
import { problemDialogs } from "./problem-dialogs.ts";

/** Providers around every screen of the application, prerendered or live. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <ProblemProvider dialogs={problemDialogs}>{children}</ProblemProvider>
      </ToastProvider>
    </QueryClientProvider>
  );
}
