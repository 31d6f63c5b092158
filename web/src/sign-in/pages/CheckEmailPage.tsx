import { PageLayout } from "../PageLayout.tsx";
import { NextStep } from "../NextStep.tsx";

/** `/check-email` [O-31]. */
export function CheckEmailPage() {
  return (
    <PageLayout title="Check your email" lead="We have sent you a message. Open it and do what it says.">
      <NextStep>
        <p>Nothing there after a few minutes? Look in the folder for spam, and see that you gave the right address.</p>
      </NextStep>
    </PageLayout>
  );
}
