import { lagosDay } from "@idanimo/contract/date-format";
import { profile } from "@idanimo/contract/accounts";
import type { Currency } from "@idanimo/contract/money";
import { downloads } from "@idanimo/contract/reports";
import { untilToday } from "@idanimo/contract/statement-days";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { brand } from "../../brand.ts";
import { download } from "../../lib/download.ts";
import { sizeOf } from "../../lib/format.ts";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { GiveWay } from "../../ui/GiveWay.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { daysProblems, recentMonths } from "./period.ts";

type Props = { readonly onClose: () => void };

const otherDays = "other";
const currencies = { NGN: "Naira (₦)", USD: "Dollars ($)" } as const satisfies Record<Currency, string>;

/** Which wallet's statement, and of which days: this month unless something else is chosen. */
export function StatementDialog({ onClose }: Props) {
  const id = useId();
  const toast = useToast();
  const [today] = useState(() => lagosDay(new Date()));
  const months = recentMonths(today);
  const active = useQuery(queryOf(profile, {})).data?.currency;
  const [chosen, setChosen] = useState<Currency>();
  const [period, setPeriod] = useState(months[0]?.from ?? otherDays);
  const [own, setOwn] = useState({ from: "", to: today });
  const [shown, setShown] = useState<ReturnType<typeof daysProblems>>({});
  const [come, setCome] = useState<number>();
  const [failed, setFailed] = useState<string>();
  const going = useRef<AbortController>(undefined);
  const currency = chosen ?? active ?? "NGN";

  function close() {
    going.current?.abort();
    onClose();
  }
  async function get(event: FormEvent) {
    event.preventDefault();
    if (going.current) return;
    const asked = months.find(({ from }) => from === period) ?? own;
    const problems = daysProblems(asked, today);
    setShown(problems);
    const wrong = problems.from ? "from" : problems.to ? "to" : undefined;
    if (wrong) return document.getElementById(`${id}-${wrong}`)?.focus();
    const controller = new AbortController();
    going.current = controller;
    setFailed(undefined);
    setCome(0);
    const days = untilToday(asked, today);
    const fileName = `${brand.name}-statement-${currency}-${days.from}-${days.to}.pdf`;
    const { signal } = controller;
    const saved = await download(downloads.statement(currency, days.from, days.to), fileName, {
      signal,
      onProgress: setCome,
    });
    going.current = undefined;
    setCome(undefined);
    if (signal.aborted) return;
    if (!saved.ok) return setFailed(saved.words);
    toast({ tone: "success", text: "Your statement is saved." });
    onClose();
  }
  const day = (name: "from" | "to", label: string) => (
    <TextInput
      id={`${id}-${name}`}
      type="date"
      label={label}
      max={today}
      value={own[name]}
      error={shown[name]}
      onChange={({ currentTarget }) => {
        setOwn({ ...own, [name]: currentTarget.value });
        setShown({});
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
            busy={come === undefined ? false : come === 0 ? "Preparing" : sizeOf(come)}
          >
            Get the PDF
          </Button>
          <Button onClick={close}>Not now</Button>
        </>
      }
    >
      <form id={id} className={form.form} noValidate onSubmit={(event) => void get(event)}>
        <GiveWay title="The statement could not be saved" problem={failed} onDismiss={() => setFailed(undefined)}>
          <p>
            A PDF of all that moved in one of your wallets, with what it held before and after. Days begin and end in
            Lagos.
          </p>
          <Select
            label="Wallet"
            value={currency}
            onChange={({ currentTarget }) => setChosen(currentTarget.value === "USD" ? "USD" : "NGN")}
          >
            {Object.entries(currencies).map(([code, name]) => (
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
              setShown({});
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
              {day("from", "First day")}
              {day("to", "Last day")}
            </div>
          )}
        </GiveWay>
      </form>
    </Dialog>
  );
}
