import { useForm } from "../../lib/form.ts";
import { storedBusinessDraft } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { TextInput } from "../../ui/TextInput.tsx";
import { businessDetails } from "./form-schemas.ts";

type Props = { readonly onDone: () => void };

/** The details of the business, stored in this browser until the next step submits them [O-01]. */
export function BusinessDetailsForm({ onDone }: Props) {
  const form = useForm(businessDetails, () => {
    const draft = storedBusinessDraft.get();
    return {
      businessName: draft?.businessName ?? "",
      rcNumber: draft?.rcNumber ?? "",
      officeAddress: draft?.officeAddress ?? "",
    };
  });

  return (
    <form
      className={styles.form}
      aria-label="Your business"
      {...form.formProps((details) => {
        storedBusinessDraft.set({ ...storedBusinessDraft.get(), ...details });
        onDone();
      })}
    >
      <TextInput
        label="Business name"
        hint="As registered with the CAC."
        autoComplete="organization"
        autoCapitalize="words"
        {...form.textProps("businessName")}
      />
      <TextInput
        label="RC number"
        hint="Your CAC registration number."
        autoComplete="off"
        autoCapitalize="characters"
        {...form.textProps("rcNumber")}
      />
      <TextInput label="Office address" autoComplete="street-address" {...form.textProps("officeAddress")} />
      <Button kind="primary" type="submit" wide>
        Proceed
      </Button>
    </form>
  );
}
