import { Column } from "../Column.tsx";
import { NextStep } from "../NextStep.tsx";

/** `/email-confirm`: where the link of a confirmation mail ends. Source: A§2, O-31. */
export function EmailConfirmPage() {
  return (
    <Column title="Email verified" lead="Thank you. Your email address is confirmed.">
      <NextStep>
        <p>You can go on: sign in with your email and password.</p>
      </NextStep>
    </Column>
  );
}
