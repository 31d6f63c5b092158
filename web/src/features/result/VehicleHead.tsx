import { stolenStatus } from "@idanimo/contract/checks/stolen-check";
import type { ComponentProps } from "react";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import type { Tone } from "../../ui/tone.ts";
import type { ResultFactsProps } from "./ResultFacts.tsx";
import { KeyFacts, ProfilePicture, ResultHead } from "./ResultHead.tsx";
import { type Verdict, verdictOf } from "./verdict.ts";
import styles from "./VehicleHead.module.css";

type Props = ResultFactsProps & {
  readonly name: string | undefined;
  /** The address of a picture of the vehicle. */
  readonly preview?: string | undefined;
  /** Null: the register of stolen vehicles was not part of this check. Undefined: nothing could be loaded. */
  readonly stolen: boolean | null | undefined;
  /** What a buyer compares with the car and its papers. */
  readonly facts: ComponentProps<typeof KeyFacts>["facts"];
};

const reported: Verdict = { tone: "problem", title: "Reported stolen" };

/** The head of a vehicle's result: whether it is reported stolen comes first. */
export function VehicleHead({ name, preview, stolen, facts, ...rest }: Props) {
  return (
    <ResultHead
      verdict={stolen === true ? reported : verdictOf(rest.request)}
      picture={
        preview ? (
          <img className={styles.preview} src={preview} alt="The vehicle, from the record" />
        ) : (
          <ProfilePicture profile="vehicle" />
        )
      }
      name={name === undefined ? undefined : { name, raw: undefined }}
      {...rest}
    >
      <KeyFacts facts={facts} />
      {stolen !== undefined && (
        <p className={styles.stolen}>
          <span className="quiet">Stolen check</span> <StolenStatus stolen={stolen} />
        </p>
      )}
      {stolen !== undefined && facts.length > 0 && (
        <p className={styles.hint}>Is it the same car? Compare these with the car and its papers.</p>
      )}
    </ResultHead>
  );
}

const tones = { true: "problem", false: "success", null: "info" } as const satisfies Record<string, Tone>;

/** Stolen, no report found, or not checked. */
function StolenStatus({ stolen }: { readonly stolen: boolean | null }) {
  return <StatusLabel tone={tones[`${stolen}`]}>{stolenStatus(stolen)}</StatusLabel>;
}
