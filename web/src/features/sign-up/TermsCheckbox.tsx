import type { ChangeEvent } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";

type Props = {
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** The box without which nobody signs up. Both texts open above the form, so that nothing typed is lost. Source: A§2. */
export function TermsCheckbox(props: Props) {
  return (
    <Checkbox
      {...props}
      label={
        <>
          I accept the{" "}
          <a href="/privacy_policy" data-legal>
            Privacy policy
          </a>{" "}
          and the{" "}
          <a href="/terms_of_service" data-legal>
            Terms of Service
          </a>
        </>
      }
    />
  );
}
