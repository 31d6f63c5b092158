import { liveFactNames } from "@idanimo/contract/organisations/organisations";
import * as texts from "@idanimo/contract/organisations/texts";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { PurchaseLimits } from "./use-purchase-limits.ts";
import styles from "./Wizard.module.css";

const joinWords = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");

/** What an organisation must add before its first check. Above the form, so that no one fills it in for nothing. */
export function MissingFacts({ facts }: { readonly facts: PurchaseLimits["missingFacts"] }) {
  if (facts.length === 0) return null;
  return (
    <div className={styles.repeated}>
      <Notice
        tone="waiting"
        announce
        title={texts.incompleteTitle}
        actions={
          <LinkButton size="small" href="/organisation/settings">
            Open settings
          </LinkButton>
        }
      >
        It needs its {joinWords(facts.map((fact) => liveFactNames[fact]))} first. An owner or admin can add them.
      </Notice>
    </div>
  );
}
