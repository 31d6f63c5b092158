import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

type Values = Partial<Record<string, string>>;
type TryState = {
  readonly apiKey: string;
  readonly setApiKey: (key: string) => void;
  /** What earlier responses contained, by the names of the samples. */
  readonly values: Values;
  readonly addValues: (values: Values) => void;
};
const TryContext = createContext<TryState | undefined>(undefined);

/** The reader's test key and the values of their responses, in memory alone: a reload forgets them. */
export function TryProvider({ children }: { readonly children: ReactNode }) {
  const [apiKey, setApiKey] = useState("");
  const [values, setValues] = useState<Values>({});
  const state = useMemo(
    () => ({
      apiKey,
      setApiKey,
      values,
      addValues: (more: Values) => setValues((before) => ({ ...before, ...more })),
    }),
    [apiKey, values],
  );
  return <TryContext value={state}>{children}</TryContext>;
}

export function useTryState(): TryState {
  const state = useContext(TryContext);
  if (!state) throw new Error("useTryState outside of TryProvider");
  return state;
}
