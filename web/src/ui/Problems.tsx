import type { Component } from "../jsx/component.ts";
import { type ProblemCode, problems } from "@idanimo/contract/problems";
import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import type { Problem } from "../lib/call.ts";
import { wordsOf } from "../lib/problem-words.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { useToast } from "./Toast.tsx";

type Handlers<Code extends ProblemCode> = { readonly [Known in Code]?: (problem: Problem<Code>) => void };
type Show = <Code extends ProblemCode>(problem: Problem<Code>, handlers?: Handlers<Code>) => void;

const ProblemContext = createContext<Show>(() => {
  throw new Error("useProblem needs a ProblemProvider above it");
});

/**
 * Shows a refusal: `showProblem(answer.problem, { wallet_balance_low: openTopUp })`. A code the screen has an idea for goes to
 * its handler; the rest is shown where the catalogue says.
 */
export function useProblem(): Show {
  return useContext(ProblemContext);
}

type ProviderProps = {
  readonly children: ReactNode;
  /** Dialogs for refusals about which something can be done on any screen, in place of the plain one. */
  readonly dialogs?: { readonly [Code in ProblemCode]?: Component<{ readonly onClose: () => void }> };
};

/** Holds the dialog of `useProblem`; stands inside a `ToastProvider`. */
export function ProblemProvider({ children, dialogs }: ProviderProps) {
  const toast = useToast();
  const [shown, setShown] = useState<Problem>();
  const show: Show = useCallback(
    (problem, handlers) => {
      const handler = handlers?.[problem.code];
      if (handler) return handler(problem);
      if (problems[problem.code].surface === "dialog") setShown(problem);
      else toast({ tone: "problem", text: wordsOf(problem) });
    },
    [toast],
  );
  const close = () => setShown(undefined);
  const Own = shown && dialogs?.[shown.code];
  return (
    <ProblemContext value={show}>
      {children}
      {Own && (
        <Suspense>
          <Own onClose={close} />
        </Suspense>
      )}
      <Dialog
        open={shown !== undefined && !Own}
        variant="alert"
        title={shown?.title}
        onClose={close}
        actions={
          <Button kind="primary" onClick={close}>
            Close
          </Button>
        }
      >
        {shown && wordsOf(shown)}
      </Dialog>
    </ProblemContext>
  );
}
