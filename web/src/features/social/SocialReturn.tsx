import { Notice } from "../../ui/Notice.tsx";
import { wordsOfReturn } from "./words.ts";

/** Says why nobody is signed in to who comes back from a provider's own page. `social` is the address's word for it. */
export function SocialReturn({ social }: { readonly social: string }) {
  const words = wordsOfReturn(social);
  return words ? <Notice tone="problem" announce title={words.title} /> : null;
}
