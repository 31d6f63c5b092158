import { Notice } from "../../ui/Notice.tsx";
import { returnErrorOf } from "./messages.ts";

/** Says why nobody is signed in to who comes back from a provider's own page. `social` is the address's word for it. */
export function SocialReturnNotice({ social }: { readonly social: string }) {
  const error = returnErrorOf(social);
  return error ? <Notice tone="problem" announce title={error.title} /> : null;
}
