import type { ReactNode } from "react";
import { Button, type ButtonKind, IconButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { CopyIcon } from "../ui/icons.tsx";
import { RadioCards } from "../ui/RadioCards.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { Specimen } from "./Specimen.tsx";
import styles from "./States.module.css";

const buttonKinds: readonly ButtonKind[] = ["primary", "secondary", "quiet", "danger"];
const stateNames = ["rest", "hover", "focus", "pressed"] as const;

/** The same control in each interaction state. */
function EachState({ children }: { readonly children: (word: string) => ReactNode }) {
  return (
    <div className={styles.states}>
      {stateNames.map((word) => (
        <div key={word} className={styles.state} data-state={word}>
          <p className={styles.word}>{word}</p>
          {children(word)}
        </div>
      ))}
    </div>
  );
}

/** Controls at rest, hovered, focused and pressed. */
export function States() {
  return (
    <>
      <Specimen name="Buttons at rest, hovered, focused, pressed">
        <EachState>
          {() => (
            <>
              {buttonKinds.map((kind) => (
                <Button key={kind} kind={kind}>
                  Ask again
                </Button>
              ))}
              <IconButton label="Copy">
                <CopyIcon />
              </IconButton>
              <p>
                <a href="/design">A link among words</a>
              </p>
            </>
          )}
        </EachState>
      </Specimen>
      <Specimen name="Fields and choices in the same states">
        <EachState>
          {(word) => (
            <>
              <TextInput label="Email" defaultValue="ada@example.com" />
              <Select label="Reason for this check">
                <option>Renting a home</option>
              </Select>
              <Checkbox label="CRC" hint="₦1,613 in all" defaultChecked />
              <RadioCards
                legend={`Wallet, ${word}`}
                legendHidden
                value="NGN"
                onChange={() => undefined}
                options={[
                  { value: "NGN", label: "Naira", detail: "₦19,412" },
                  { value: "USD", label: "US dollars", detail: "$0.00" },
                ]}
              />
            </>
          )}
        </EachState>
      </Specimen>
    </>
  );
}
