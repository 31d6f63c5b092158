import { scoreBandOf, scoreBands, parseScore, scoreGaugeMax } from "@idanimo/contract/credit-score";
import { nonEmptyText } from "@idanimo/contract/record-fields";
import type { CreditRecord } from "@idanimo/contract/checks/bvn/record";
import { classes } from "../../../ui/classes.ts";
import { CheckIcon } from "../../../ui/icons.tsx";
import { RecordSection } from "../RecordLayout.tsx";
import { ScoreGauge } from "./ScoreGauge.tsx";
import styles from "./ScoreSection.module.css";

/**
 * The score as a sentence, then its gauge, its legend and its meaning [RESULT-CREDIT-05 to RESULT-CREDIT-08 O-40].
 */
export function ScoreSection({ record }: { readonly record: CreditRecord | undefined }) {
  const text = nonEmptyText(record?.["FICO-Score"].ficoScore);
  const score = parseScore(text);
  const band = score === undefined ? undefined : scoreBandOf(score);
  const points = `Credit score ${text ?? "-"}`;
  const sentence = score === undefined ? points : `${points} of ${scoreGaugeMax}${band ? `, ${band.label}` : ""}`;
  return (
    <RecordSection title="Credit score">
      <div className={styles.score}>
        <div className={styles.reading}>
          <p className="only-heard">{sentence}</p>
          <p aria-hidden="true">
            <span className={classes(styles.points, "figures")}>{text ?? "-"}</span>
            {score !== undefined && <span className="quiet"> of {scoreGaugeMax}</span>}
            {band && <strong className={styles.label}>{band.label}</strong>}
          </p>
          {record && score === undefined && (
            <p className="quiet">
              {text === undefined
                ? "No score. None of the bureaus you selected has one."
                : "This is not a number, so we can't show it on the scale."}
            </p>
          )}
          {score !== undefined && !band && <p className="quiet">This score is outside the ranges below.</p>}
        </div>
        <ScoreGauge score={score} band={band} />
        <ol className={styles.legend} aria-label="Score ranges">
          {scoreBands.map((each, at) => (
            <li key={each.label} className={classes(styles.line, each === band && styles.own)}>
              <span className={classes(styles.number, styles[`number${at + 1}`])} aria-hidden="true">
                {at + 1}
              </span>
              <span>{each.label}</span>
              <span className={classes(styles.range, "figures")}>
                {each.from} to {each.to}
              </span>
              <span className={styles.here}>
                {each === band && (
                  <>
                    <CheckIcon size={16} /> This score
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <details className={styles.more}>
        <summary>What is a good score?</summary>
        <p>
          A score shows how well a person has repaid loans so far. On this scale, 661 to 700 is GOOD, and anything above
          is better. Each lender decides which score is enough.
        </p>
        <p>It says nothing about income, honesty, or loans that lenders did not report.</p>
      </details>
    </RecordSection>
  );
}
