import type { ReactNode } from "react";
import { Steps } from "../../ui/Steps.tsx";
import { PageLayout } from "../PageLayout.tsx";
import column from "../PageLayout.module.css";
import styles from "./BusinessPageLayout.module.css";
import { SignInInstead } from "./SignInInstead.tsx";

const steps = ["Your business", "Your account"];

type Props = {
  readonly step: 0 | 1;
  /** Number of completed steps. */
  readonly done: number;
  readonly lead: ReactNode;
  readonly children: ReactNode;
};

/** The layout of the two business steps [SIGNUP-25]. */
export function BusinessPageLayout({ step, done, lead, children }: Props) {
  return (
    <PageLayout
      wide
      title="Create Account"
      lead={
        <>
          <strong className={styles.kind}>BUSINESS ACCOUNT</strong>
          {lead}
        </>
      }
      back="/sign-up"
      after={<SignInInstead />}
    >
      <div className={column.parts}>
        <Steps label="Steps of the sign-up" steps={steps} current={step} done={done} />
        {children}
      </div>
    </PageLayout>
  );
}
