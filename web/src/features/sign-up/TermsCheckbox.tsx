import type { ChangeEvent } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";

type Props = {
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** Accepts the terms, which a sign-up requires. Both texts open above the form, so that no input is lost. */
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
