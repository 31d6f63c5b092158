import type { ReactNode } from "react";
import { Card } from "../ui/Card.tsx";
import { classes } from "../ui/classes.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import styles from "./PageLayout.module.css";

type Props = {
  readonly title: ReactNode;
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  readonly back?: string;
  readonly children: ReactNode;
  /** Under the sheet: the way for who is wrong here. */
  readonly after?: ReactNode;
  /** For forms with two fields beside each other. */
  readonly wide?: boolean;
};

/** One task in the middle of the page: what every screen of this document is. */
export function PageLayout({ title, lead, back, children, after, wide }: Props) {
  return (
    <div className={classes(styles.column, wide && styles.wide)}>
      {/* "Go back" is the word for the way to the dashboard (NAV-18) */}
      <PageHeader title={title} backLabel="Back" {...(back && { back })}>
        {lead}
      </PageHeader>
      <Card>{children}</Card>
      {after && <p className={styles.after}>{after}</p>}
    </div>
  );
}
