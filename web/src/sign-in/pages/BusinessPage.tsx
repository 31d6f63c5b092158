import { useState } from "react";
import { usePersonCheck } from "../../features/captcha/use-person-check.tsx";
import { BusinessForm } from "../../features/sign-up/BusinessForm.tsx";
import { BusinessLink } from "../../features/sign-up/BusinessLink.tsx";
import { keptDetails } from "../../features/sign-up/kept-details.ts";
import { go } from "../../lib/place.ts";
import { BusinessColumn } from "./BusinessColumn.tsx";

/** `/individual/sign-up/3`: the second of the two business steps. Source: A§2. */
export function BusinessPage() {
  const check = usePersonCheck("registration");
  const [done] = useState(() => (keptDetails() ? 1 : 0));
  return (
    <BusinessColumn step={1} done={done} lead="Now about yourself: you act for the business and sign in for it.">
      <BusinessLink />
      <BusinessForm
        check={check}
        onRegistered={() => go("/verify-otp")}
        onDetailsMissing={() => go("/individual/sign-up/2?first=1")}
      />
    </BusinessColumn>
  );
}
