import { Notice } from "../../ui/Notice.tsx";
import { returnErrorOf } from "./messages.ts";

/** Says why a redirect from a provider did not sign the user in. `social` is the value in the address. */
export function SocialReturnNotice({ social }: { readonly social: string }) {
  const error = returnErrorOf(social);
  return error ? <Notice tone="problem" announce title={error.title} /> : null;
}
