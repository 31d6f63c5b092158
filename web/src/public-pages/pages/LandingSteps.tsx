import type { ReactNode } from "react";
import { LinkButton } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { type IconComponent, SearchIcon, ShieldIcon } from "../../ui/icons.tsx";
import styles from "./Landing.module.css";
import { VerifyButton } from "./VerifyButton.tsx";

const requesterSteps = [
  ["Choose a check", "Enter the number and your reason. You see the full price before you pay."],
  ["Pay for that check only", "From your wallet, or by card, transfer or USSD. No subscription."],
  ["The person answers", "They have 24 hours. You can close the page; your history shows the reply."],
  ["Read the record", "You can open it for a short time, which we tell you. Then it is deleted."],
] as const;

const subjectSteps = [
  ["You get a message", "It says who is asking, why, what they will see and for how long."],
  [
    "You decide",
    "No box is ticked for you: add only what you want to share. A YES by SMS shares only what the check needs. No reply means no.",
  ],
  [
    "You can withdraw",
    "Press Withdraw on the page or in My data, or reply NO and the code. Their access ends immediately.",
  ],
  ["You can stop it", "Reply STOP. It ends all requests and all access, and blocks new requests until you send START."],
] as const;

/** "How it works": for the requester, and for the person who is asked. */
export function HowItWorks() {
  return (
    <section className={classes(styles.section, styles.sides)} id="how" aria-labelledby="how-title">
      <div className={styles.column}>
        <h2 id="how-title">How it works</h2>
        <div className={styles.two}>
          <StepList icon={SearchIcon} title="If you want to check someone" steps={requesterSteps}>
            <VerifyButton kind="secondary" />
          </StepList>
          <StepList icon={ShieldIcon} title="When someone checks you" steps={subjectSteps}>
            <LinkButton href="/my-data" className={styles.verify}>
              Who asked about you?
            </LinkButton>
          </StepList>
        </div>
      </div>
    </section>
  );
}

type StepListProps = {
  readonly icon: IconComponent;
  readonly title: string;
  readonly steps: readonly (readonly [string, string])[];
  /** The primary action of this side. */
  readonly children: ReactNode;
};

function StepList({ icon: Icon, title, steps, children }: StepListProps) {
  return (
    <div className={styles.side}>
      <h3 className={styles.sideTitle}>
        <Icon className={styles.sideIcon} />
        {title}
      </h3>
      <ol className={styles.steps}>
        {steps.map(([step, detail]) => (
          <li key={step}>
            <strong>{step}</strong>
            <p className="quiet">{detail}</p>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
