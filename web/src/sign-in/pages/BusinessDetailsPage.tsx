import { BusinessDetailsForm } from "../../features/sign-up/BusinessDetailsForm.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { BusinessPageLayout } from "./BusinessPageLayout.tsx";
import { navigate, useQueryValue } from "../../lib/router.ts";

/** `/individual/sign-up/2`: the first of the two business steps [O-01 O-02]. */
export function BusinessDetailsPage() {
  const wasSentBack = useQueryValue("first") !== "";
  return (
    <BusinessPageLayout step={0} done={0} lead="Tell us about the business first, then about yourself.">
      {wasSentBack && (
        <Notice tone="info" title="Business details first" announce>
          Enter your business details first. We kept what you typed, except your NIN and password.
        </Notice>
      )}
      <BusinessDetailsForm onDone={() => navigate("/individual/sign-up/3")} />
    </BusinessPageLayout>
  );
}
