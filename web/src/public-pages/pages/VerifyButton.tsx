import * as texts from "@idanimo/contract/texts";
import { type ButtonKind, LinkButton } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import styles from "./Landing.module.css";

/** The main action of the landing page: the wizard, or sign-in for a visitor [LAND-01]. */
export function VerifyButton({ kind = "primary" }: { readonly kind?: ButtonKind }) {
  return (
    <>
      <LinkButton kind={kind} href="/login" className={classes("when-signed-out", styles.verify)}>
        {texts.verifyIdentity}
      </LinkButton>
      <LinkButton kind={kind} href="/dashboard" className={classes("when-signed-in", styles.verify)}>
        {texts.verifyIdentity}
      </LinkButton>
    </>
  );
}
