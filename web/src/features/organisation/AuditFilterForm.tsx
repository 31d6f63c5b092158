import { lagosDay } from "@idanimo/contract/date-format";
import { auditActionTexts, auditCsvQuery } from "@idanimo/contract/organisations/audit";
import { useState } from "react";
import { object, string } from "zod/mini";
import { useForm, validateFields } from "../../lib/form.ts";
import { useMemberNames } from "../../lib/use-member-names.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { type AuditFilter, filledFilter, noAuditFilter } from "./audit-query.ts";
import styles from "./Audit.module.css";

const values = object({ memberId: string(), action: string(), from: string(), to: string() });

/** Chooses whose acts, which ones and the days. */
export function AuditFilterForm({ onFilter }: { readonly onFilter: (filter: AuditFilter) => void }) {
  const fields = useForm(values, () => noAuditFilter);
  const [today] = useState(() => lagosDay(new Date()));
  const members = useMemberNames();
  function filter() {
    const invalid = validateFields(auditCsvQuery, filledFilter(fields.values));
    if (Object.keys(invalid).length > 0) return fields.showMessages(invalid);
    onFilter(fields.values);
  }
  return (
    <form className={styles.filters} aria-label="Filter" {...fields.formProps(filter)}>
      <Select
        label="Member"
        name="memberId"
        value={fields.values.memberId}
        onChange={({ currentTarget }) => fields.set("memberId", currentTarget.value)}
      >
        <option value="">Everyone</option>
        {members.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="What was done"
        name="action"
        value={fields.values.action}
        onChange={({ currentTarget }) => fields.set("action", currentTarget.value)}
      >
        <option value="">Everything</option>
        {Object.entries(auditActionTexts).map(([action, text]) => (
          <option key={action} value={action}>
            {text}
          </option>
        ))}
      </Select>
      <TextInput label="From" type="date" max={today} {...fields.textProps("from")} />
      <TextInput label="To" type="date" max={today} {...fields.textProps("to")} />
      <Button type="submit">Filter</Button>
    </form>
  );
}
