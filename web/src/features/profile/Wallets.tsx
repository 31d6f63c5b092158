import { profile as profileOf } from "@idanimo/contract/accounts";
import { type Currency, money } from "@idanimo/contract/money";
import { switchCurrency } from "@idanimo/contract/profile";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tellBalanceChanged } from "../../lib/balance-news.ts";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/query.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Money } from "../../ui/Money.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { StatusWord } from "../../ui/StatusWord.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Profile.module.css";
import type { Profile } from "./rules.ts";

/** Name, and as it stands inside a sentence. */
const names = {
  NGN: { name: "Naira", inside: "naira" },
  USD: { name: "US dollars", inside: "US dollars" },
} as const satisfies Record<Currency, object>;

/** Both wallets, which of them pays, and how to make it the other one. Source: design 2, "A user may hold both currencies". */
export function Wallets({ profile }: { readonly profile: Profile }) {
  const client = useQueryClient();
  const toast = useToast();
  const showProblem = useProblem();
  const [busy, setBusy] = useState<Currency>();

  async function change(currency: Currency) {
    if (busy) return;
    setBusy(currency);
    const answer = await call(switchCurrency, { currency });
    setBusy(undefined);
    if (!answer.ok) return showProblem(answer.problem);
    client.setQueryData(queryOf(profileOf, {}).queryKey, answer.value.profile);
    tellBalanceChanged();
    toast({ tone: "success", text: `You now pay from your wallet in ${names[currency].inside}.` });
  }

  return (
    <>
      <ul className={styles.wallets}>
        {profile.wallets.map(({ currency, balance }) => (
          <li key={currency} className={styles.wallet}>
            <span className={styles.walletName}>{names[currency].name}</span>
            <strong className={styles.walletAmount}>
              <Money amount={money(currency, balance)} />
            </strong>
            {currency === profile.currency ? (
              <StatusWord tone="success">In use</StatusWord>
            ) : (
              <Button size="small" busy={busy === currency && "Changing"} onClick={() => void change(currency)}>
                Use {names[currency].inside}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="quiet">Prices are shown in the currency of the wallet in use. Changing it moves no money.</p>
      <LinkButton size="small" href="#wallet" className={styles.addMoney}>
        Add money
      </LinkButton>
    </>
  );
}
