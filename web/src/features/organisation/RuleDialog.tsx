import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { type PurposeCode, purposeCodes, purposes } from "@idanimo/contract/consent";
import { formatMinor, parseMinor } from "@idanimo/contract/money";
import { approvalRules, type ApprovalRule, saveApprovalRule } from "@idanimo/contract/organisations/approvals";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { type FieldMessages, validateFields } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FieldSet } from "../../ui/Field.tsx";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import organisation from "./Organisation.module.css";
import { describeRule } from "./rule-sentences.ts";
import styles from "./Rules.module.css";
import { useSubmit } from "./use-submit.ts";

type Props = {
  /** The rule to change; undefined for a new one. */
  readonly rule?: ApprovalRule;
  readonly onClose: () => void;
};

const withOrWithout = <Item,>(chosen: readonly Item[], item: Item, isChosen: boolean): readonly Item[] =>
  isChosen ? [...chosen, item] : chosen.filter((one) => one !== item);

/** Creates or changes an approval rule, and says what it means [TM-07]. */
export function RuleDialog({ rule, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const [types, setTypes] = useState<readonly SearchType[]>(rule?.searchTypes ?? []);
  const [reasons, setReasons] = useState<readonly PurposeCode[]>(rule?.purposes ?? []);
  const [above, setAbove] = useState(rule?.above ? formatMinor(rule.above) : "");
  const [enabled, setEnabled] = useState(rule?.enabled ?? true);
  const [messages, setMessages] = useState<FieldMessages>({});
  const { busy, problem, dismissProblem, submit } = useSubmit();
  const chosen = {
    searchTypes: searchTypes.filter((type) => types.includes(type)),
    purposes: purposeCodes.filter((code) => reasons.includes(code)),
  };

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = { ...(rule && { id: rule.id }), ...chosen, above: above === "" ? null : above, enabled };
    const invalid = validateFields(saveApprovalRule.input, input);
    setMessages(invalid);
    if (invalid["above"]) event.currentTarget.querySelector<HTMLInputElement>("input[name=above]")?.focus();
    if (Object.keys(invalid).length > 0) return;
    if (!(await submit("Saving", () => call(saveApprovalRule, input)))) return;
    toast({ tone: "success", text: "The rule is saved." });
    await client.invalidateQueries({ queryKey: [approvalRules.path] });
    onClose();
  }
  return (
    <Dialog
      open
      title={rule ? "Change rule" : "New approval rule"}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            Save rule
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The rule was not saved"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <form id={id} className={organisation.fields} noValidate onSubmit={(event) => void save(event)}>
          <p className={styles.preview} role="status">
            {describeRule({ ...chosen, above: parseMinor(above) ?? null })}
          </p>
          <FieldSet legend="Kinds of check" hint="None chosen: every kind." error={messages["searchTypes"]}>
            <div className={styles.kinds}>
              {searchTypes.map((type) => (
                <Checkbox
                  key={type}
                  label={catalogueRowOf(type).label}
                  checked={types.includes(type)}
                  onChange={({ currentTarget }) => setTypes(withOrWithout(types, type, currentTarget.checked))}
                />
              ))}
            </div>
          </FieldSet>
          <MoneyInput
            name="above"
            label="Only above"
            hint="Empty: any amount."
            currency="NGN"
            optional
            value={above}
            error={messages["above"]}
            onChange={(amount) => {
              setAbove(amount);
              setMessages({});
            }}
          />
          <FieldSet legend="Reasons" hint="None chosen: every reason." error={messages["purposes"]}>
            <div className={styles.kinds}>
              {purposeCodes.map((code) => (
                <Checkbox
                  key={code}
                  label={purposes[code]}
                  checked={reasons.includes(code)}
                  onChange={({ currentTarget }) => setReasons(withOrWithout(reasons, code, currentTarget.checked))}
                />
              ))}
            </div>
          </FieldSet>
          <Checkbox
            label="This rule is on"
            checked={enabled}
            onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
          />
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
