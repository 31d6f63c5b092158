import { profile } from "@idanimo/contract/accounts";
import { type Currency, money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import { switchCurrency } from "@idanimo/contract/profile";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { broadcastBalanceChanged } from "../../lib/balance-broadcast.ts";
import { call } from "../../lib/call.ts";
import { operationQuery } from "../../lib/query.ts";
import { storedCurrency } from "../../lib/storage.ts";
import { hasRight } from "../../lib/use-right.ts";
import { Money } from "../../ui/Money.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import styles from "./WalletDialog.module.css";

type Props = {
  /** Undefined while it is loading, or if it could not be loaded. */
  readonly user: OutputOf<typeof profile> | undefined;
  readonly onSwitched: () => void;
};

const currencyNames = { NGN: "Naira", USD: "US dollars" } as const satisfies Record<Currency, string>;
const otherCurrency = (currency: Currency): Currency => (currency === "NGN" ? "USD" : "NGN");

/**
 * The balance of the active wallet, and a switch to the other one. Switching moves no money [WALLET-01 WALLET-14].
 */
export function WalletSwitcher({ user, onSwitched }: Props) {
  const client = useQueryClient();
  const showProblem = useProblem();
  const [wanted, setWanted] = useState<Currency>();

  async function switchTo(currency: Currency) {
    if (wanted !== undefined || currency === user?.currency) return;
    setWanted(currency);
    const result = await call(switchCurrency, { currency });
    setWanted(undefined);
    if (!result.ok) return showProblem(result.problem);
    client.setQueryData(operationQuery(profile, {}).queryKey, result.value.profile);
    storedCurrency.set(currency);
    broadcastBalanceChanged();
    onSwitched();
  }

  const canSwitch = !user || hasRight(user.organisation, switchCurrency.right);
  const balanceIn = (currency: Currency) => user?.wallets.find((wallet) => wallet.currency === currency)?.balance ?? 0n;
  return (
    <>
      <p className={styles.balance}>
        <span className="quiet">Balance</span>
        <span className={styles.amount}>
          <Money amount={user && money(user.currency, user.walletBalance)} />
        </span>
      </p>
      {canSwitch && (
        <RadioCards
          legend="Wallet in use"
          hint="You pay for checks from this wallet. Switching does not convert money."
          columns={2}
          value={wanted ?? user?.currency}
          onChange={(currency) => void switchTo(currency)}
          options={(["NGN", "USD"] as const).map((currency) => ({
            value: currency,
            label: currencyNames[currency],
            detail: <Money amount={user && money(currency, balanceIn(currency))} />,
            disabled: !user || wanted === otherCurrency(currency),
          }))}
        />
      )}
    </>
  );
}
