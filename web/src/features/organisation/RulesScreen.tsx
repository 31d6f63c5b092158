import { approvalRules, type ApprovalRule } from "@idanimo/contract/organisations/approvals";
import { organisationCaps, type SpendingCap } from "@idanimo/contract/organisations/spending";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { ApprovalRulesCard } from "./ApprovalRulesCard.tsx";
import { CapDialog } from "./CapDialog.tsx";
import { CapsCard } from "./CapsCard.tsx";
import styles from "./Organisation.module.css";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { RemoveRuleDialog } from "./RemoveRuleDialog.tsx";
import { RuleDialog } from "./RuleDialog.tsx";
import { sections } from "./sections.ts";

type OpenDialog =
  | "new_cap"
  | "new_rule"
  | { readonly rule: ApprovalRule }
  | { readonly removeCap: SpendingCap }
  | { readonly removeRule: ApprovalRule };

/** `/organisation/rules`: spending caps and approval rules [TM-06 TM-07]. */
export function RulesScreen() {
  return (
    <OrganisationPage section={sections.rules} lead="What members may spend, and what a colleague must approve first.">
      <RulesContent />
    </OrganisationPage>
  );
}

function RulesContent() {
  const caps = useQuery(operationQuery(organisationCaps, {}));
  const rules = useQuery(operationQuery(approvalRules, {}));
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const retry = () => {
    void caps.refetch();
    void rules.refetch();
  };
  if (!caps.data || !rules.data) {
    const error = caps.error ?? rules.error;
    return error ? (
      <ErrorPanel
        title="The rules could not be loaded"
        next={error.message}
        busy={(caps.isFetching || rules.isFetching) && "Trying again"}
        onRetry={retry}
      />
    ) : (
      <Skeleton what="the rules" onRetry={retry}>
        <div className={styles.stack}>
          <SkeletonBlock height="14rem" />
          <SkeletonBlock height="14rem" />
        </div>
      </Skeleton>
    );
  }
  return (
    <div className={styles.stack}>
      <ApprovalRulesCard
        rules={rules.data.rules}
        approvers={rules.data.approvers}
        onAdd={() => setOpen("new_rule")}
        onChange={(rule) => setOpen({ rule })}
        onRemove={(removeRule) => setOpen({ removeRule })}
      />
      <CapsCard
        caps={caps.data.caps}
        onAdd={() => setOpen("new_cap")}
        onRemove={(removeCap) => setOpen({ removeCap })}
      />
      {open === "new_cap" && <CapDialog onClose={close} />}
      {open === "new_rule" && <RuleDialog onClose={close} />}
      {typeof open === "object" && "rule" in open && <RuleDialog rule={open.rule} onClose={close} />}
      {typeof open === "object" && "removeCap" in open && <RemoveRuleDialog cap={open.removeCap} onClose={close} />}
      {typeof open === "object" && "removeRule" in open && <RemoveRuleDialog rule={open.removeRule} onClose={close} />}
    </div>
  );
}
