import { AccountTypeForm } from "../../features/sign-up/AccountTypeForm.tsx";
import { PageLayout } from "../PageLayout.tsx";
import { navigate } from "../../lib/router.ts";
import { SignInInstead } from "./SignInInstead.tsx";

/** The first step of each kind of account [O-01]. */
const firstStepPath = { individual: "/individual/sign-up/1", business: "/individual/sign-up/2" } as const;

export function SignUpPage() {
  return (
    <PageLayout title="Create an account" lead="Free. You only pay for each check." after={<SignInInstead />}>
      <AccountTypeForm onChosen={(choice) => navigate(firstStepPath[choice])} />
    </PageLayout>
  );
}
