import * as texts from "@idanimo/contract/texts";
import { useEffect } from "react";
import { storedSocialSignIn } from "../../lib/storage.ts";
import { useToast } from "../../ui/Toast.tsx";

export const successMessages = { google: texts.googleSuccessful, facebook: texts.facebookSuccessful } as const;

/** Says once who has let them in: the page they pressed a button on was left before anybody could read it. Source: ERR-14, ERR-15. */
export function useSocialWelcome(): void {
  const toast = useToast();
  useEffect(() => {
    const provider = storedSocialSignIn.get();
    if (!provider) return;
    storedSocialSignIn.remove();
    toast({ tone: "success", text: successMessages[provider] });
  }, [toast]);
}
