import { lazy, Suspense } from "react";
import { useCaptcha } from "../../features/captcha/use-captcha.tsx";
import { IndividualForm } from "../../features/sign-up/IndividualForm.tsx";
import { PageLayout } from "../PageLayout.tsx";
import { navigate } from "../../lib/router.ts";
import { SignInInstead } from "./SignInInstead.tsx";

const OtherSignUpMethods = lazy(async () => ({
  default: (await import("../OtherSignInMethods.tsx")).OtherSignUpMethods,
}));

/** `/individual/sign-up/1`: the form for individuals. */
export function IndividualPage() {
  const check = useCaptcha("registration");
  return (
    <PageLayout
      wide
      title="Create Account"
      lead="For personal use. We'll send you a code to confirm your details."
      back="/sign-up"
      after={<SignInInstead />}
    >
      <IndividualForm check={check} onRegistered={() => navigate("/verify-otp")} />
      <Suspense>
        <OtherSignUpMethods />
      </Suspense>
    </PageLayout>
  );
}
