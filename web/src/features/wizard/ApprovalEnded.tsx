import type { ApprovalState } from "@idanimo/contract/approvals";
import type { OutputOf } from "@idanimo/contract/operation";
import type { readSession } from "@idanimo/contract/verification";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { Tone } from "../../ui/tone.ts";
import styles from "./ResumePurchase.module.css";

type Ending = { readonly title: string; readonly tone: Tone };

const endings: Readonly<Partial<Record<ApprovalState, Ending>>> = {
  rejected: { title: "Your colleague rejected this check", tone: "problem" },
  cancelled: { title: "This request was cancelled", tone: "info" },
  expired: { title: "No one decided within 7 days", tone: "info" },
};
const ended: Ending = { title: "This request has ended", tone: "info" };

/** A purchase whose approval ended without one. */
export function ApprovalEnded({ session }: { readonly session: OutputOf<typeof readSession> }) {
  const { approval } = session;
  const { title, tone } = (approval && endings[approval.state]) ?? ended;
  return (
    <div className={styles.resume}>
      <Notice
        tone={tone}
        announce
        title={title}
        actions={
          <LinkButton size="small" href="/dashboard">
            Start a new check
          </LinkButton>
        }
      >
        {approval?.state === "rejected" && approval.reason !== null && (
          <p className={styles.reason}>Their reason: {approval.reason}</p>
        )}
        <p>Nothing was charged and no one was contacted.</p>
      </Notice>
    </div>
  );
}
