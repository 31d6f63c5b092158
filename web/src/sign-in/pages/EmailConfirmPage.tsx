import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Column } from "../Column.tsx";

/** `/email-confirm`: where the link of a confirmation mail ends. Source: A§2, O-31. */
export function EmailConfirmPage() {
  return (
    <Column title="Email verified" lead="Thank you. Your email address is confirmed.">
      <Notice
        tone="success"
        title="You can go on."
        actions={
          <LinkButton kind="primary" href="/login">
            Sign in
          </LinkButton>
        }
      >
        Sign in with your email and password.
      </Notice>
    </Column>
  );
}
