import { usePersonCheck } from "../../features/captcha/use-person-check.tsx";
import { BusinessForm } from "../../features/sign-up/BusinessForm.tsx";
import { BusinessLink } from "../../features/sign-up/BusinessLink.tsx";
import { go } from "../../lib/place.ts";
import { BusinessColumn } from "./BusinessColumn.tsx";

/** `/individual/sign-up/3`: the second of the two business steps. Source: A§2. */
export function BusinessPage() {
  const check = usePersonCheck("registration");
  return (
    <BusinessColumn step={1} lead="Now about yourself: you act for the business and sign in for it.">
      <BusinessLink />
      <BusinessForm
        check={check}
        onRegistered={() => go("/verify-otp")}
        onDetailsMissing={() => go("/individual/sign-up/2?first=1")}
      />
    </BusinessColumn>
  );
}
