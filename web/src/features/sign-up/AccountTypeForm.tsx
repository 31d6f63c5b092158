import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { BuildingIcon, PersonIcon } from "../../ui/icons.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";

type Choice = "individual" | "business";

const options = [
  {
    value: "individual",
    label: "Individual",
    detail: "For people who are not a registered business and wish to perform verifications.",
    icon: <PersonIcon />,
  },
  {
    value: "business",
    label: "Business",
    detail: "For registered businesses. Have your RC number and your own NIN ready.",
    icon: <BuildingIcon />,
  },
] as const;

/** Chooses the kind of account. */
export function AccountTypeForm({ onChosen }: { readonly onChosen: (choice: Choice) => void }) {
  const [choice, setChoice] = useState<Choice>("individual");
  return (
    <form
      className={styles.form}
      aria-label="Account type"
      onSubmit={(event) => {
        event.preventDefault();
        onChosen(choice);
      }}
    >
      <RadioCards legend="What kind of account do you need?" options={options} value={choice} onChange={setChoice} />
      <Button kind="primary" type="submit" wide>
        Proceed
      </Button>
    </form>
  );
}
