import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { organisationRoles } from "@idanimo/contract/organisations/organisations";
import { type CapPeriod, type CapSubject, organisationCaps, saveCap } from "@idanimo/contract/organisations/spending";
import * as texts from "@idanimo/contract/organisations/texts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { type FieldMessages, validateFields } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { membersQuery } from "./members-query.ts";
import styles from "./Organisation.module.css";
import { sortRoles } from "./rules.ts";
import { useSubmit } from "./use-submit.ts";

/** The members or roles that a cap can apply to, with their names. */
function useSubjects(appliesTo: CapSubject): readonly { readonly id: string; readonly name: string }[] {
  const roles = useQuery(operationQuery(organisationRoles, {}));
  const { data: members, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(membersQuery);
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  if (appliesTo === "role") return sortRoles(roles.data?.roles ?? []);
  return members?.pages.flatMap((page) => page.members.map(({ userId: id, name }) => ({ id, name }))) ?? [];
}

/** Sets a spending cap for a member, or for each member of a role [TM-06]. */
export function CapDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const [appliesTo, setAppliesTo] = useState<CapSubject>("member");
  const [subjectId, setSubjectId] = useState("");
  const [period, setPeriod] = useState<CapPeriod>("day");
  const [kind, setKind] = useState("");
  const [amount, setAmount] = useState("");
  const [count, setCount] = useState("");
  const [messages, setMessages] = useState<FieldMessages>({});
  const { busy, problem, dismissProblem, submit } = useSubmit();
  const subjects = useSubjects(appliesTo);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const input = {
      appliesTo,
      subjectId,
      period,
      searchType: searchTypes.find((type) => type === kind) ?? null,
      amount: amount === "" ? null : amount,
      count: count.trim() === "" ? null : Number(count),
    };
    const invalid = {
      ...validateFields(saveCap.input, input),
      ...(amount === "" && count.trim() === "" && { amount: texts.capLimitRequired }),
      ...(subjectId === "" && { subjectId: appliesTo === "member" ? texts.capMemberUnknown : texts.capRoleUnknown }),
    };
    setMessages(invalid);
    const [first] = ["subjectId", "amount", "count"].filter((name) => name in invalid);
    if (first !== undefined) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (Object.keys(invalid).length > 0) return;
    if (!(await submit("Saving", () => call(saveCap, input)))) return;
    toast({ tone: "success", text: "The cap is saved." });
    await client.invalidateQueries({ queryKey: [organisationCaps.path] });
    onClose();
  }
  return (
    <Dialog
      open
      title="New spending cap"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            Save cap
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The cap was not saved"
        problem={problem && (Object.values(problem.fields ?? {})[0] ?? problemMessage(problem))}
        onDismiss={dismissProblem}
      >
        <form id={id} className={styles.fields} noValidate onSubmit={(event) => void save(event)}>
          <RadioCards<CapSubject>
            legend="For"
            columns={2}
            value={appliesTo}
            onChange={(wanted) => {
              setAppliesTo(wanted);
              setSubjectId("");
              setMessages({});
            }}
            options={[
              { value: "member", label: "One member" },
              { value: "role", label: "Each member of a role" },
            ]}
          />
          <Select
            name="subjectId"
            label={appliesTo === "member" ? "Member" : "Role"}
            value={subjectId}
            error={messages["subjectId"]}
            onChange={({ currentTarget }) => {
              setSubjectId(currentTarget.value);
              setMessages({});
            }}
          >
            <option value="">Choose</option>
            {subjects.map((subject) => (
              <option key={subject.id} value={subject.id}>
                {subject.name}
              </option>
            ))}
          </Select>
          <RadioCards<CapPeriod>
            legend="Period"
            columns={2}
            value={period}
            onChange={setPeriod}
            options={[
              { value: "day", label: "A day" },
              { value: "month", label: "A month" },
            ]}
          />
          <Select label="Counts" value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
            <option value="">All checks</option>
            {searchTypes.map((type) => (
              <option key={type} value={type}>
                {catalogueRowOf(type).label}
              </option>
            ))}
          </Select>
          <MoneyInput
            name="amount"
            label="Amount at most"
            hint="Dollar charges count at the rate of their quote."
            currency="NGN"
            value={amount}
            error={messages["amount"]}
            onChange={(wanted) => {
              setAmount(wanted);
              setMessages({});
            }}
          />
          <TextInput
            name="count"
            label="Checks at most"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={count}
            error={messages["count"]}
            onChange={({ currentTarget }) => {
              setCount(currentTarget.value);
              setMessages({});
            }}
          />
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
