import { PageLayout } from "../PageLayout.tsx";
import { NextStep } from "../NextStep.tsx";

/** `/check-email` [O-31]. */
export function CheckEmailPage() {
  return (
    <PageLayout title="Check your email" lead="We sent you an email. Open it and follow the instructions.">
      <NextStep>
        <p>No email after a few minutes? Check your spam folder, and that the address is correct.</p>
      </NextStep>
    </PageLayout>
  );
}
