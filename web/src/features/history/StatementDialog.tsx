import { lagosDay } from "@idanimo/contract/date-format";
import { profile } from "@idanimo/contract/accounts";
import type { Currency } from "@idanimo/contract/money";
import { downloads } from "@idanimo/contract/downloads";
import { clampToToday } from "@idanimo/contract/statement-days";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { brand } from "../../brand.ts";
import { withOrganisation } from "../../lib/active-organisation.ts";
import { download } from "../../lib/download.ts";
import { formatBytes } from "../../lib/format.ts";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { validateDays, recentMonths } from "./statement-period.ts";

type Props = { readonly onClose: () => void };

const otherDays = "other";
const currencyLabels = { NGN: "Naira (₦)", USD: "Dollars ($)" } as const satisfies Record<Currency, string>;

/** Chooses the wallet and the days of a statement; the default is the current month. */
export function StatementDialog({ onClose }: Props) {
  const id = useId();
  const toast = useToast();
  const [today] = useState(() => lagosDay(new Date()));
  const months = recentMonths(today);
  const active = useQuery(operationQuery(profile, {})).data?.currency;
  const [chosen, setChosen] = useState<Currency>();
  const [period, setPeriod] = useState(months[0]?.from ?? otherDays);
  const [customDays, setCustomDays] = useState({ from: "", to: today });
  const [dayErrors, setDayErrors] = useState<ReturnType<typeof validateDays>>({});
  const [receivedBytes, setReceivedBytes] = useState<number>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const currency = chosen ?? active ?? "NGN";

  function close() {
    running.current?.abort();
    onClose();
  }
  async function downloadStatement(event: FormEvent) {
    event.preventDefault();
    if (running.current) return;
    const asked = months.find(({ from }) => from === period) ?? customDays;
    const problems = validateDays(asked, today);
    setDayErrors(problems);
    const invalidField = problems.from ? "from" : problems.to ? "to" : undefined;
    if (invalidField) return document.getElementById(`${id}-${invalidField}`)?.focus();
    const controller = new AbortController();
    running.current = controller;
    setErrorMessage(undefined);
    setReceivedBytes(0);
    const days = clampToToday(asked, today);
    const fileName = `${brand.name}-statement-${currency}-${days.from}-${days.to}.pdf`;
    const { signal } = controller;
    const address = withOrganisation(downloads.statement(currency, days.from, days.to));
    const saved = await download(address, fileName, { signal, onProgress: setReceivedBytes });
    running.current = undefined;
    setReceivedBytes(undefined);
    if (signal.aborted) return;
    if (!saved.ok) return setErrorMessage(saved.words);
    toast({ tone: "success", text: "Your statement is saved." });
    onClose();
  }
  const dayInput = (name: "from" | "to", label: string) => (
    <TextInput
      id={`${id}-${name}`}
      type="date"
      label={label}
      max={today}
      value={customDays[name]}
      error={dayErrors[name]}
      onChange={({ currentTarget }) => {
        setCustomDays({ ...customDays, [name]: currentTarget.value });
        setDayErrors({});
      }}
    />
  );

  return (
    <Dialog
      open
      onClose={close}
      title="Statement"
      actions={
        <>
          <Button
            kind="primary"
            type="submit"
            form={id}
            busy={receivedBytes === undefined ? false : receivedBytes === 0 ? "Preparing" : formatBytes(receivedBytes)}
          >
            Get the PDF
          </Button>
          <Button onClick={close}>Cancel</Button>
        </>
      }
    >
      <form id={id} className={form.form} noValidate onSubmit={(event) => void downloadStatement(event)}>
        <ContentOrProblem
          title="The statement could not be saved"
          problem={errorMessage}
          onDismiss={() => setErrorMessage(undefined)}
        >
          <p>A PDF of all wallet transactions with opening and closing balance (Lagos time).</p>
          <Select
            label="Wallet"
            value={currency}
            onChange={({ currentTarget }) => setChosen(currentTarget.value === "USD" ? "USD" : "NGN")}
          >
            {Object.entries(currencyLabels).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            label="Days"
            value={period}
            onChange={({ currentTarget }) => {
              setPeriod(currentTarget.value);
              setDayErrors({});
            }}
          >
            {months.map(({ from, label }) => (
              <option key={from} value={from}>
                {label}
              </option>
            ))}
            <option value={otherDays}>Other days</option>
          </Select>
          {period === otherDays && (
            <div className={form.pair}>
              {dayInput("from", "First day")}
              {dayInput("to", "Last day")}
            </div>
          )}
        </ContentOrProblem>
      </form>
    </Dialog>
  );
}
