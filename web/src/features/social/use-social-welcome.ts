import * as texts from "@idanimo/contract/texts";
import { useEffect } from "react";
import { storedSocialSignIn } from "../../lib/storage.ts";
import { useToast } from "../../ui/Toast.tsx";

export const successMessages = { google: texts.googleSuccessful, facebook: texts.facebookSuccessful } as const;

/** Shows once that a provider's sign-in succeeded, because the page with the button has closed [ERR-14 ERR-15]. */
export function useSocialWelcome(): void {
  const toast = useToast();
  useEffect(() => {
    const provider = storedSocialSignIn.get();
    if (!provider) return;
    storedSocialSignIn.remove();
    toast({ tone: "success", text: successMessages[provider] });
  }, [toast]);
}
