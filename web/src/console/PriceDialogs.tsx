import {
  type PricePreview,
  type PriceVersionRow,
  previewPrice,
  previewRate,
  requestPrice,
  requestRate,
} from "@idanimo/contract/console/prices";
import { formatMinor } from "@idanimo/contract/money";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { object } from "zod/mini";
import type { CallResult } from "../lib/call.ts";
import { useForm } from "../lib/form.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { useToast } from "../ui/Toast.tsx";
import { ActionDialog } from "./ActionDialog.tsx";
import styles from "./console.module.css";
import { FormDialog } from "./FormDialog.tsx";
import { callConsole } from "./lib/call.ts";
import { priceItemLabel } from "./lib/labels.ts";
import { PricePreviewTable } from "./PricePreviewTable.tsx";

const priceLabels = {
  price: "Price in naira",
  vat: "VAT in naira",
  serviceFee: "Service fee in naira",
  processingFee: "Processing fee in naira",
  priceUsd: "Price in dollars",
  vatUsd: "VAT in dollars",
  serviceFeeUsd: "Service fee in dollars",
} as const;
type AmountName = keyof typeof priceLabels;
const amountNames: readonly AmountName[] = [
  "price",
  "vat",
  "serviceFee",
  "processingFee",
  "priceUsd",
  "vatUsd",
  "serviceFeeUsd",
];

/** `validFrom` only if it is filled in. */
const startOf = (validFrom: string) => (validFrom === "" ? {} : { validFrom });

/** Asks for new amounts of an item, shows what they change, then requests the change. */
export function ChangePriceDialog({ row, onClose }: { readonly row: PriceVersionRow; readonly onClose: () => void }) {
  const { amounts } = row;
  const before = {
    price: formatMinor(amounts.price),
    vat: formatMinor(amounts.vat),
    serviceFee: formatMinor(amounts.serviceFee),
    processingFee: formatMinor(amounts.processingFee),
    priceUsd: formatMinor(amounts.priceUsd),
    vatUsd: formatMinor(amounts.vatUsd),
    serviceFeeUsd: formatMinor(amounts.serviceFeeUsd),
    validFrom: "",
  };
  return (
    <ChangeDialog
      title={`Change the price of ${priceItemLabel(row.item)}`}
      fields={amountNames.map((name) => ({ name, label: priceLabels[name] }))}
      before={before}
      onPreview={({ validFrom, ...values }) =>
        callConsole(previewPrice, { item: row.item, ...values, ...startOf(validFrom) })
      }
      onRequest={({ validFrom, ...values }, reason) =>
        callConsole(requestPrice, { item: row.item, ...values, ...startOf(validFrom), reason })
      }
      onClose={onClose}
    />
  );
}

/** Asks for a new exchange rate, shows what it changes, then requests the change. */
export function ChangeRateDialog({ rate, onClose }: { readonly rate: bigint; readonly onClose: () => void }) {
  return (
    <ChangeDialog
      title="Change the exchange rate"
      fields={[{ name: "rate", label: "Naira for one dollar" }]}
      before={{ rate: formatMinor(rate), validFrom: "" }}
      onPreview={({ validFrom, ...value }) => callConsole(previewRate, { ...value, ...startOf(validFrom) })}
      onRequest={({ validFrom, ...value }, reason) =>
        callConsole(requestRate, { ...value, ...startOf(validFrom), reason })
      }
      onClose={onClose}
    />
  );
}

type Values = Readonly<Record<string, string>> & { readonly validFrom: string };
type Props<Shape extends Values> = {
  readonly title: string;
  readonly fields: readonly { readonly name: keyof Shape & string; readonly label: ReactNode }[];
  readonly before: Shape;
  readonly onPreview: (values: Shape) => Promise<CallResult<PricePreview>>;
  readonly onRequest: (values: Shape, reason: string) => Promise<CallResult<unknown>>;
  readonly onClose: () => void;
};

function ChangeDialog<Shape extends Values>({ title, fields, before, onPreview, onRequest, onClose }: Props<Shape>) {
  const client = useQueryClient();
  const toast = useToast();
  const values = useForm(object({}), () => before);
  const [preview, setPreview] = useState<PricePreview>();
  if (preview)
    return (
      <ActionDialog
        title={title}
        action="Request the change"
        busyLabel="Requesting"
        onClose={onClose}
        onSend={async (reason) => {
          const result = await onRequest(values.values, reason);
          if (!result.ok) return result.problem;
          onClose();
          toast({ tone: "success", text: "The change is requested. Another operator must approve it." });
          await client.invalidateQueries();
          return undefined;
        }}
      >
        <PricePreviewTable preview={preview} start={values.values.validFrom} />
      </ActionDialog>
    );
  return (
    <FormDialog
      title={title}
      action="See what changes"
      busyLabel="Loading"
      formProps={values.formProps}
      onSend={async () => {
        const result = await onPreview(values.values);
        if (result.ok) setPreview(result.value);
        else if (result.problem.fields) values.showMessages(result.problem.fields);
        else return result.problem;
        return undefined;
      }}
      onClose={onClose}
    >
      <div className={styles.amounts}>
        {fields.map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            inputMode="decimal"
            autoComplete="off"
            name={name}
            value={values.values[name]}
            error={values.messages[name]}
            onChange={({ currentTarget: { value } }) => values.set(name, value)}
          />
        ))}
      </div>
      <TextInput
        label="Starts (Lagos time)"
        hint="Leave it empty to start when another operator approves."
        optional
        type="datetime-local"
        name="validFrom"
        value={values.values.validFrom}
        error={values.messages["validFrom"]}
        onChange={({ currentTarget: { value } }) => values.set("validFrom", value)}
      />
    </FormDialog>
  );
}
