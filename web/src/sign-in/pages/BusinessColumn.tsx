import type { ReactNode } from "react";
import { Steps } from "../../ui/Steps.tsx";
import { Column } from "../Column.tsx";
import column from "../Column.module.css";
import styles from "./BusinessColumn.module.css";
import { SignInInstead } from "./SignInInstead.tsx";

const steps = ["Your business", "Your account"];

type Props = {
  readonly step: 0 | 1;
  /** How many steps are done. */
  readonly done: number;
  readonly lead: ReactNode;
  readonly children: ReactNode;
};

/** Head and frame of the two business steps. Source: A§2, SIGNUP-25. */
export function BusinessColumn({ step, done, lead, children }: Props) {
  return (
    <Column
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
    </Column>
  );
}
