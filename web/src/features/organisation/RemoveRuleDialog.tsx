import { approvalRules, type ApprovalRule, removeApprovalRule } from "@idanimo/contract/organisations/approvals";
import { organisationCaps, removeCap, type SpendingCap } from "@idanimo/contract/organisations/spending";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { describeCap, describeRule } from "./rule-sentences.ts";
import styles from "./Organisation.module.css";
import { useSubmit } from "./use-submit.ts";

type Props = ({ readonly cap: SpendingCap } | { readonly rule: ApprovalRule }) & { readonly onClose: () => void };

/** Removes a spending cap or an approval rule. */
export function RemoveRuleDialog({ onClose, ...removed }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const { busy, problem, dismissProblem, submit } = useSubmit();
  const isCap = "cap" in removed;
  const what = isCap ? "cap" : "rule";
  async function remove() {
    const act = () =>
      "cap" in removed ? call(removeCap, { id: removed.cap.id }) : call(removeApprovalRule, { id: removed.rule.id });
    if (!(await submit("Removing", act))) return;
    toast({ tone: "success", text: `The ${what} is removed.` });
    await client.invalidateQueries({ queryKey: [isCap ? organisationCaps.path : approvalRules.path] });
    onClose();
  }
  return (
    <Dialog
      open
      variant="alert"
      title={`Remove this ${what}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            Remove {what}
          </Button>
          <Button onClick={onClose}>Keep {what}</Button>
        </>
      }
    >
      <ContentOrProblem
        title={`The ${what} was not removed`}
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <p className={styles.breakable}>
          {"cap" in removed ? `${removed.cap.subjectName}: ${describeCap(removed.cap)}.` : describeRule(removed.rule)}
        </p>
        {!isCap && <p>Checks that wait already still need an approval.</p>}
      </ContentOrProblem>
    </Dialog>
  );
}
