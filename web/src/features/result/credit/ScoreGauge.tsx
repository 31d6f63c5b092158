import { type ScoreBand, needlePosition, scoreBands, scoreGaugeMax } from "@idanimo/contract/credit-score";
import { classes } from "../../../ui/classes.ts";
import styles from "./ScoreGauge.module.css";

type Props = {
  /** Undefined: an empty gauge. */
  readonly score: number | undefined;
  readonly band: ScoreBand | undefined;
};

/** A half circle around (110, 108); its path length is measured in points of the score. */
const arc = "M20 108 A90 90 0 0 1 200 108";

/** The two ends of the gauge outside all bands, as dash, gap, dash. */
const [lowest, highest] = [scoreBands[0].from, scoreBands[scoreBands.length - 1]?.to ?? scoreGaugeMax];
const trackDashes = `${lowest - 3} ${highest - lowest + 6} ${scoreGaugeMax - highest} 0`;

/** The middle of a band on a circle outside the arc. */
function labelPosition({ from, to }: ScoreBand): { readonly x: number; readonly y: number } {
  const angle = Math.PI * (1 - (from + to) / 2 / scoreGaugeMax);
  return { x: 110 + 106 * Math.cos(angle), y: 108 - 106 * Math.sin(angle) };
}

/**
 * The score on a half circle from 0 to 1000. Each band has a number, repeated in the legend, so that colour is not
 * needed. Hidden from screen readers, because it repeats the sentence next to it [RESULT-CREDIT-06 RESULT-CREDIT-07
 * O-40].
 */
export function ScoreGauge({ score, band }: Props) {
  return (
    <svg className={styles.gauge} viewBox="0 -2 220 124" aria-hidden="true" focusable="false">
      <path className={styles.track} d={arc} pathLength={scoreGaugeMax} strokeDasharray={trackDashes} />
      {scoreBands.map((each) => (
        <path
          key={each.label}
          className={classes(styles.band, styles[`band${scoreBands.indexOf(each) + 1}`], each === band && styles.own)}
          d={arc}
          pathLength={scoreGaugeMax}
          // a gap of five points separates neighbours whose colours look alike
          strokeDasharray={`${each.to - each.from - 5} ${scoreGaugeMax}`}
          strokeDashoffset={-each.from - 3}
        />
      ))}
      {scoreBands.map((each, at) => {
        const { x, y } = labelPosition(each);
        return (
          <text
            key={each.label}
            className={classes(styles.mark, each === band && styles.ownMark)}
            x={x}
            y={y}
            dy="0.35em"
          >
            {at + 1}
          </text>
        );
      })}
      <text className={styles.end} x="20" y="121">
        0
      </text>
      <text className={styles.end} x="200" y="121">
        {scoreGaugeMax}
      </text>
      {score !== undefined && (
        <g className={styles.needle} style={{ rotate: `${needlePosition(score) * 180 - 90}deg` }}>
          <path d="M110 108 L107.6 100 L110 38 L112.4 100 Z" />
        </g>
      )}
      <circle className={styles.hub} cx="110" cy="108" r="6" />
    </svg>
  );
}
