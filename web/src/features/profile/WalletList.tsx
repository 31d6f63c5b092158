import { profile as profileOf } from "@idanimo/contract/accounts";
import { type Currency, money } from "@idanimo/contract/money";
import { switchCurrency } from "@idanimo/contract/profile";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { broadcastBalanceChanged } from "../../lib/balance-broadcast.ts";
import { call } from "../../lib/call.ts";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Money } from "../../ui/Money.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Profile.module.css";
import type { Profile } from "./rules.ts";

/** The name as a title, and within a sentence. */
const currencyNames = {
  NGN: { name: "Naira", inside: "naira" },
  USD: { name: "US dollars", inside: "US dollars" },
} as const satisfies Record<Currency, object>;

/** Both wallets, which of them is active, and a button to switch. */
export function WalletList({ profile }: { readonly profile: Profile }) {
  const client = useQueryClient();
  const toast = useToast();
  const showProblem = useProblem();
  const canTopUp = useRight(switchCurrency.right);
  const [busy, setBusy] = useState<Currency>();

  async function change(currency: Currency) {
    if (busy) return;
    setBusy(currency);
    const result = await call(switchCurrency, { currency });
    setBusy(undefined);
    if (!result.ok) return showProblem(result.problem);
    client.setQueryData(operationQuery(profileOf, {}).queryKey, result.value.profile);
    broadcastBalanceChanged();
    toast({ tone: "success", text: `You now pay from your wallet in ${currencyNames[currency].inside}.` });
  }

  return (
    <>
      <ul className={styles.wallets}>
        {profile.wallets.map(({ currency, balance }) => (
          <li key={currency} className={styles.wallet}>
            <span className={styles.walletName}>{currencyNames[currency].name}</span>
            <strong className={styles.walletAmount}>
              <Money amount={money(currency, balance)} />
            </strong>
            {currency === profile.currency ? (
              <StatusLabel tone="success">In use</StatusLabel>
            ) : (
              canTopUp && (
                <Button size="small" busy={busy === currency && "Changing"} onClick={() => void change(currency)}>
                  Use {currencyNames[currency].inside}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      <p className="quiet">Prices are shown in the currency of the wallet in use. Switching does not convert money.</p>
      {canTopUp && (
        <LinkButton size="small" href="#wallet" className={styles.addMoney}>
          Add money
        </LinkButton>
      )}
    </>
  );
}
