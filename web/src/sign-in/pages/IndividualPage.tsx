import { lazy, Suspense } from "react";
import { usePersonCheck } from "../../features/captcha/use-person-check.tsx";
import { IndividualForm } from "../../features/sign-up/IndividualForm.tsx";
import { Column } from "../Column.tsx";
import { go } from "../../lib/place.ts";
import { SignInInstead } from "./SignInInstead.tsx";

const OtherSignUps = lazy(async () => ({ default: (await import("../OtherWays.tsx")).OtherSignUps }));

/** `/individual/sign-up/1`. Source: A§2. */
export function IndividualPage() {
  const check = usePersonCheck("registration");
  return (
    <Column
      wide
      title="Create Account"
      lead="For one person. We send a code to confirm that it is you."
      back="/sign-up"
      after={<SignInInstead />}
    >
      <IndividualForm check={check} onRegistered={() => go("/verify-otp")} />
      <Suspense>
        <OtherSignUps />
      </Suspense>
    </Column>
  );
}
