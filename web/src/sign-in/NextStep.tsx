import type { ReactNode } from "react";
import { LinkButton } from "../ui/Button.tsx";
import styles from "./NextStep.module.css";

type Props = {
  /** Whether the user is signed in and continues in the application; otherwise they sign in first. */
  readonly isSignedIn?: boolean;
  readonly children: ReactNode;
};

/** A short text and a single link, for screens without a form. */
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
