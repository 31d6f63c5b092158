import { schemaResolver, useForm } from "@mantine/form";
import { useState } from "react";
import { focusFirst } from "../../lib/form.ts";
import { storedBusinessDraft } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { TextInput } from "../../ui/TextInput.tsx";
import { businessDetails, detailsOrder } from "./forms.ts";

type Props = { readonly onDone: () => void };

/** The business itself, kept in this browser until the next step sends it. Source: A§2, A§5, O-01. */
export function BusinessDetailsForm({ onDone }: Props) {
  const [initialValues] = useState(() => {
    const kept = storedBusinessDraft.get();
    return {
      businessName: kept?.businessName ?? "",
      rcNumber: kept?.rcNumber ?? "",
      officeAddress: kept?.officeAddress ?? "",
    };
  });
  const form = useForm({ initialValues, validate: schemaResolver(businessDetails, { sync: true }) });

  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Your business"
      onSubmit={form.onSubmit(
        (details) => {
          storedBusinessDraft.set({ ...storedBusinessDraft.get(), ...details });
          onDone();
        },
        (errors) => focusFirst(form, detailsOrder, errors),
      )}
    >
      <TextInput
        label="Business name"
        hint="As it stands in the register of companies."
        name="businessName"
        autoComplete="organization"
        {...form.getInputProps("businessName")}
      />
      <TextInput
        label="RC number"
        hint="The registration number of the company."
        name="rcNumber"
        autoComplete="off"
        autoCapitalize="characters"
        {...form.getInputProps("rcNumber")}
      />
      <TextInput
        label="Office address"
        name="officeAddress"
        autoComplete="street-address"
        {...form.getInputProps("officeAddress")}
      />
      <Button kind="primary" type="submit" wide>
        Proceed
      </Button>
    </form>
  );
}
