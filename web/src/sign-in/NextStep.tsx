import type { ReactNode } from "react";
import { LinkButton } from "../ui/Button.tsx";
import styles from "./NextStep.module.css";

/** A few words and the one way on, for screens that ask nothing. */
export function NextStep({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.step}>
      {children}
      <LinkButton kind="primary" wide href="/login">
        Sign in
      </LinkButton>
    </div>
  );
}
