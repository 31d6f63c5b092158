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
  /** Below the card: a link for users who are on the wrong page. */
  readonly after?: ReactNode;
  /** For forms with two columns. */
  readonly wide?: boolean;
};

/** The layout of every screen of this document: one task in the middle of the page. */
export function PageLayout({ title, lead, back, children, after, wide }: Props) {
  return (
    <div className={classes(styles.column, wide && styles.wide)}>
      {/* "Go back" always means the dashboard (NAV-18) */}
      <PageHeader title={title} backLabel="Back" {...(back && { back })}>
        {lead}
      </PageHeader>
      <Card>{children}</Card>
      {after && <p className={styles.after}>{after}</p>}
    </div>
  );
}
