import type { ReactNode } from "react";
import { LinkButton } from "../ui/Button.tsx";
import styles from "./NextStep.module.css";

type Props = {
  /** Where a person who is signed in goes on. Without it they sign in first. */
  readonly isSignedIn?: boolean;
  readonly children: ReactNode;
};

/** A few words and the one way on, for screens that ask nothing. */
export function NextStep({ isSignedIn = false, children }: Props) {
  return (
    <div className={styles.step}>
      {children}
      <LinkButton kind="primary" wide href={isSignedIn ? "/main-dashboard" : "/login"}>
        {isSignedIn ? "Go to dashboard" : "Sign in"}
      </LinkButton>
    </div>
  );
}
