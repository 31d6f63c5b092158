import * as texts from "@idanimo/contract/texts";
import { useEffect } from "react";
import { storedLetInBy } from "../../lib/storage.ts";
import { useToast } from "../../ui/Toast.tsx";

export const successWords = { google: texts.googleSuccessful, facebook: texts.facebookSuccessful } as const;

/** Says once who has let them in: the page they pressed a button on was left before anybody could read it. Source: ERR-14, ERR-15. */
export function useWelcome(): void {
  const toast = useToast();
  useEffect(() => {
    const provider = storedLetInBy.get();
    if (!provider) return;
    storedLetInBy.remove();
    toast({ tone: "success", text: successWords[provider] });
  }, [toast]);
}
