import { lagosDay } from "@idanimo/contract/date-format";
import { historySearchMaxLength } from "@idanimo/contract/limits";
import { transactionTypes } from "@idanimo/contract/wallet";
import { useState } from "react";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { MemberSelect } from "./MemberSelect.tsx";
import { useMemberNames } from "../../lib/use-member-names.ts";
import styles from "./TransactionsTab.module.css";
import { type TransactionFilters, transactionLabel } from "./transactions.ts";

type Props = {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly filters: TransactionFilters;
  readonly onFilter: (filters: TransactionFilters) => void;
};

/** Search and filters of the transaction log. */
export function TransactionFilterBar({ typed, onType, filters, onFilter }: Props) {
  const members = useMemberNames();
  const [today] = useState(() => lagosDay(new Date()));
  const dayInput = (name: "from" | "to", label: string) => (
    <TextInput
      type="date"
      label={label}
      max={today}
      value={filters[name] ?? ""}
      onChange={({ currentTarget }) => onFilter({ ...filters, [name]: currentTarget.value || undefined })}
    />
  );
  return (
    <div className={styles.filters} role="search" aria-label="Transactions">
      <TextInput
        type="search"
        label="Transaction number or label"
        maxLength={historySearchMaxLength}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <Select
        label="Type"
        value={filters.type ?? ""}
        onChange={({ currentTarget }) =>
          onFilter({ ...filters, type: transactionTypes.find((type) => type === currentTarget.value) })
        }
      >
        <option value="">All types</option>
        {transactionTypes.map((type) => (
          <option key={type} value={type}>
            {transactionLabel(type)}
          </option>
        ))}
      </Select>
      <MemberSelect
        members={members}
        value={filters.memberId}
        onChange={(memberId) => onFilter({ ...filters, memberId })}
      />
      {dayInput("from", "First day")}
      {dayInput("to", "Last day")}
    </div>
  );
}
