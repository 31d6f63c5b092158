import { profileImageMaxBytes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/Field.tsx";
import styles from "./PictureField.module.css";

type Props = {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  /** Base64 without the data URL prefix; empty if there is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Chooses a picture for the search. It stays in memory until it is sent. */
export function PictureField({ id, label, hint, error, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const fieldError = fault ?? error;

  async function choose(file: File | undefined) {
    if (!file) return;
    const read = await readPicture(file);
    setFault(read.fault);
    onChange(read.base64 ?? "");
  }
  return (
    <div className={styles.picture} role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className={styles.label}>
        {label}
      </p>
      <p id={`${id}-hint`} className="quiet">
        {value === "" ? hint : "Picture added."}
      </p>
      {/* the button opens the native file input, which cannot be styled */}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        aria-label="Picture file"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // allows choosing the same file again
          currentTarget.value = "";
        }}
      />
      <div>
        <Button
          id={id}
          size="small"
          data-invalid={fieldError ? true : undefined}
          aria-describedby={`${id}-hint${fieldError ? ` ${id}-error` : ""}`}
          onClick={() => input.current?.click()}
        >
          {value === "" ? "Add the picture" : "Choose another one"}
        </Button>
      </div>
      <FieldError id={`${id}-error`}>{fieldError}</FieldError>
    </div>
  );
}

async function readPicture(file: File): Promise<{ readonly base64?: string; readonly fault?: string }> {
  if (file.size > profileImageMaxBytes) return { fault: texts.imageTooLarge };
  if (!/^image\/(jpeg|png)$/.test(file.type)) return { fault: texts.imageType };
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const address = typeof reader.result === "string" ? reader.result : "";
      const base64 = address.slice(address.indexOf(",") + 1);
      resolve(base64 === "" ? { fault: texts.imageUnreadable } : { base64 });
    });
    reader.addEventListener("error", () => resolve({ fault: texts.imageUnreadable }));
    reader.readAsDataURL(file);
  });
}
