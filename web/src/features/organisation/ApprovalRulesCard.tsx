import type { ApprovalRule } from "@idanimo/contract/organisations/approvals";
import { approvalRulesMax } from "@idanimo/contract/organisations/limits";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { DoorIllustration } from "../../ui/illustrations.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Badge } from "../../ui/StatusLabel.tsx";
import { describeRule } from "./rule-sentences.ts";
import styles from "./Rules.module.css";

type Props = {
  readonly rules: readonly ApprovalRule[];
  /** How many members may decide. */
  readonly approvers: number;
  readonly onAdd: () => void;
  readonly onChange: (rule: ApprovalRule) => void;
  readonly onRemove: (rule: ApprovalRule) => void;
};

/** The approval rules, each as the sentence that it means [TM-07]. */
export function ApprovalRulesCard({ rules, approvers, onAdd, onChange, onRemove }: Props) {
  const isFull = rules.length >= approvalRulesMax;
  return (
    <Card
      title="Approval rules"
      aside={
        rules.length > 0 && (
          <Button size="small" icon={<PlusIcon />} disabled={isFull} onClick={onAdd}>
            Add rule
          </Button>
        )
      }
    >
      {rules.length === 0 ? (
        <EmptyState
          illustration={<DoorIllustration />}
          title="No check needs approval"
          heading="h3"
          action={<Button onClick={onAdd}>Add a rule</Button>}
        >
          With a rule, a colleague approves a check before it is paid and before anyone is contacted.
        </EmptyState>
      ) : (
        <>
          {approvers < 2 && <FewApprovers approvers={approvers} />}
          <ul className={styles.list} aria-label="Approval rules">
            {rules.map((rule) => (
              <li key={rule.id} className={styles.item}>
                <p className={styles.sentence}>
                  {describeRule(rule)} {!rule.enabled && <Badge>Off</Badge>}
                </p>
                <span className={styles.buttons}>
                  <Button size="small" aria-label={`Change: ${describeRule(rule)}`} onClick={() => onChange(rule)}>
                    Change
                  </Button>
                  <Button
                    size="small"
                    kind="quiet"
                    aria-label={`Remove: ${describeRule(rule)}`}
                    onClick={() => onRemove(rule)}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          <p className="quiet">
            {rules.length} of {approvalRulesMax} rules. They apply to everyone, owners too, from the next check on.
          </p>
        </>
      )}
    </Card>
  );
}

function FewApprovers({ approvers }: Pick<Props, "approvers">) {
  return (
    <Notice tone="waiting" title={approvers === 0 ? "No one can approve checks" : "Only one member can approve checks"}>
      {approvers === 0
        ? "Give a member the role Owner or Admin."
        : "No one can approve their own checks. Give a second member the role Owner or Admin."}
    </Notice>
  );
}
