import type { Component } from "../jsx/component.ts";
import { type ProblemCode, problemSurfaces } from "@idanimo/contract/problem-codes";
import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import type { Problem } from "../lib/call.ts";
import { problemMessage } from "../lib/problem-message.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { useToast } from "./Toast.tsx";

type Handlers<Code extends ProblemCode> = { readonly [Known in Code]?: (problem: Problem<Code>) => void };
type ShowProblem = <Code extends ProblemCode>(problem: Problem<Code>, handlers?: Handlers<Code>) => void;

const ProblemContext = createContext<ShowProblem>(() => {
  throw new Error("useProblem needs a ProblemProvider above it");
});

/**
 * Shows a problem: `showProblem(answer.problem, { wallet_balance_low: openTopUp })`. A code with a handler goes to
 * it; the catalogue decides where the others are shown.
 */
export function useProblem(): ShowProblem {
  return useContext(ProblemContext);
}

type ProviderProps = {
  readonly children: ReactNode;
  /** Dialogs for problems that the user can solve on any screen, instead of the plain one. */
  readonly dialogs?: { readonly [Code in ProblemCode]?: Component<{ readonly onClose: () => void }> };
};

/** Renders the dialog of `useProblem`; must be inside a `ToastProvider`. */
export function ProblemProvider({ children, dialogs }: ProviderProps) {
  const toast = useToast();
  const [shown, setShown] = useState<Problem>();
  const show: ShowProblem = useCallback(
    (problem, handlers) => {
      const handler = handlers?.[problem.code];
      if (handler) return handler(problem);
      if (problemSurfaces[problem.code] === "dialog") setShown(problem);
      else toast({ tone: "problem", text: problemMessage(problem) });
    },
    [toast],
  );
  const close = () => setShown(undefined);
  const CustomDialog = shown && dialogs?.[shown.code];
  return (
    <ProblemContext value={show}>
      {children}
      {CustomDialog && (
        <Suspense>
          <CustomDialog onClose={close} />
        </Suspense>
      )}
      <Dialog
        open={shown !== undefined && !CustomDialog}
        variant="alert"
        title={shown?.title}
        onClose={close}
        actions={
          <Button kind="primary" onClick={close}>
            Close
          </Button>
        }
      >
        {shown && problemMessage(shown)}
      </Dialog>
    </ProblemContext>
  );
}
