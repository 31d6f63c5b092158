import { useState } from "react";
import { useCaptcha } from "../../features/captcha/use-captcha.tsx";
import { BusinessForm } from "../../features/sign-up/BusinessForm.tsx";
import { BusinessLink } from "../../features/sign-up/BusinessLink.tsx";
import { readBusinessDraft } from "../../features/sign-up/business-draft.ts";
import { navigate } from "../../lib/router.ts";
import { BusinessPageLayout } from "./BusinessPageLayout.tsx";

/** `/individual/sign-up/3`: the second of the two business steps. */
export function BusinessPage() {
  const check = useCaptcha("registration");
  const [doneSteps] = useState(() => (readBusinessDraft() ? 1 : 0));
  return (
    <BusinessPageLayout step={1} done={doneSteps} lead="Now tell us about you. You'll be the account owner.">
      <BusinessLink />
      <BusinessForm
        check={check}
        onRegistered={() => navigate("/verify-otp")}
        onDetailsMissing={() => navigate("/individual/sign-up/2?first=1")}
      />
    </BusinessPageLayout>
  );
}
