import { naira } from "@idanimo/contract/money";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button } from "./Button.tsx";
import { CodeInput } from "./CodeInput.tsx";
import { Countdown } from "./Countdown.tsx";
import { DateText } from "./DateText.tsx";
import { ErrorPanel } from "./ErrorPanel.tsx";
import { CheckIcon } from "./icons.tsx";
import { MaskedValue } from "./MaskedValue.tsx";
import { Money } from "./Money.tsx";
import { MoneyInput } from "./MoneyInput.tsx";
import { Notice } from "./Notice.tsx";
import { NumberGroupsInput } from "./NumberGroupsInput.tsx";
import { PasswordInput } from "./PasswordInput.tsx";
import { RadioCards } from "./RadioCards.tsx";
import { Steps } from "./Steps.tsx";
import { Table } from "./Table.tsx";
import { TextInput } from "./TextInput.tsx";

const nothing = () => undefined;
const drawn = (element: ReactNode) => renderToStaticMarkup(element);
const heard = (element: ReactNode) =>
  drawn(element)
    .replace(/<[^>]*aria-hidden="true"[^>]*>.*?<\/\w+>/g, "")
    .replace(/<[^>]+>/g, "");

test("a control has its label as name, and its hint and error as description", () => {
  const html = drawn(<TextInput id="mail" label="Email" hint="We send a code." error="Invalid email format" />);
  expect(html).toContain('<label for="mail"');
  expect(html).toMatch(/<input[^>]*aria-describedby="mail-hint mail-error"/);
  expect(html).toMatch(/<input[^>]*aria-invalid="true"/);
  for (const part of ["mail-hint", "mail-error"]) expect(html).toContain(`id="${part}"`);
});

test("a control without an error is not invalid and references no missing element", () => {
  const html = drawn(<TextInput label="Email" />);
  expect(html).not.toMatch(/aria-invalid|aria-describedby/);
});

test("a busy button shows its busy label, keeps the focus and cannot be pressed", () => {
  const html = drawn(<Button busy="Paying...">Pay ₦588</Button>);
  expect(html).toContain("Paying...");
  expect(html).not.toContain("Pay ₦588");
  expect(html).toContain('aria-disabled="true"');
  expect(html).not.toMatch(/ disabled=""/);
});

test("identity numbers and money are shown in groups", () => {
  expect(drawn(<NumberGroupsInput label="NIN" length={11} value="70123456789" onChange={nothing} />)).toContain(
    'value="701 2345 6789"',
  );
  const amount = drawn(<MoneyInput label="Amount" currency="NGN" value="20000" onChange={nothing} />);
  expect(amount).toContain('value="20,000"');
  expect(amount).toContain("₦");
});

test("a password is hidden at first, and a labelled button shows it", () => {
  const html = drawn(<PasswordInput label="Password" autoComplete="current-password" />);
  expect(html).toContain('type="password"');
  expect(html).toContain('aria-label="Show password"');
});

test("a one-time code has six cells, and the phone may fill in the first", () => {
  const html = drawn(<CodeInput label="One-time code" value="482" onChange={nothing} />);
  expect(html.match(/<input/g)).toHaveLength(6);
  expect(html.match(/autoComplete="one-time-code"/gi)).toHaveLength(1);
});

test("no radio card is selected by default", () => {
  const options = [{ value: "WALLET", label: "Wallet" }] as const;
  expect(drawn(<RadioCards legend="Pay" options={options} value={undefined} onChange={nothing} />)).not.toContain(
    "checked",
  );
});

test("a masked value is in the page only with its visible end", () => {
  const html = drawn(<MaskedValue value="*********89" />);
  expect(html).toContain("ends in 8 9");
  expect(html).not.toContain("*");
});

test("a missing value is shown as a dash", () => {
  expect(heard(<Money amount={undefined} />)).toBe("-");
  expect(heard(<DateText at={undefined} />)).toBe("-");
  expect(heard(<Money amount={naira(1_612_50n)} />)).toBe("₦1,612.50");
});

test("a deadline is a relative time with the exact time in a tooltip", () => {
  const html = drawn(<Countdown at={new Date(Date.now() + 23.5 * 3_600_000).toISOString()} />);
  expect(html).toContain("in 23 hours");
  expect(html).toMatch(/role="tooltip"[^>]*>\w+ \d+, 20\d\d at /);
});

test("an error panel says what happened, whether money moved and what to do", () => {
  const html = drawn(<ErrorPanel title="Happened" money="Money" next="Next" onRetry={nothing} />);
  expect(html).toMatch(/role="alert".*Happened.*Money.*Next.*Try again/);
});

test("only a notice with announce is a live region", () => {
  expect(drawn(<Notice tone="info">Always here</Notice>)).not.toContain("role=");
});

test("an icon is hidden from screen readers unless it has a label", () => {
  expect(drawn(<CheckIcon />)).toContain('aria-hidden="true"');
  expect(drawn(<CheckIcon label="Done" />)).toContain('role="img" aria-label="Done"');
});

test("a table has its roles in every layout, and a name", () => {
  const html = drawn(
    <Table
      caption="History"
      columns={[{ key: "a", header: "Type", cell: (row: string) => row, phoneSlot: "first" }]}
      rows={["NIN"]}
      keyOf={(row) => row}
    />,
  );
  for (const role of ["table", "rowgroup", "row", "columnheader", "cell"]) expect(html).toContain(`role="${role}"`);
  expect(html).toContain("History</caption>");
});

test("the current step is marked, and earlier steps say done", () => {
  const html = drawn(<Steps label="Way" steps={["What", "Details", "Pay"]} current={1} />);
  expect(html.match(/aria-current="step"/g)).toHaveLength(1);
  expect(html.match(/aria-label="Done"/g)).toHaveLength(1);
});
