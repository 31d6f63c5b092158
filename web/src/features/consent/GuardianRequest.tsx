import { askGuardian, guardianRelations } from "@idanimo/contract/guardian";
import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { DateText } from "../../ui/DateText.tsx";
import styles from "./ConsentScreen.module.css";
import type { ConsentRequest } from "./rules.ts";

const guardianForm = z.object({ relation: askGuardian.input.shape.relation });

type Props = {
  readonly requestId: string;
  /** The guardian request, if one was sent. */
  readonly sentRequest: ConsentRequest["guardian"];
  readonly onSent: () => void;
};

/**
 * Requests a guardian's consent when the subject is under 18. Staff check the evidence; the request alone opens
 * nothing [T-49].
 */
export function GuardianRequest({ requestId, sentRequest, onSent }: Props) {
  const {
    values,
    messages,
    set,
    formProps: bind,
    showMessages: show,
  } = useForm(guardianForm, () => ({ relation: "" }));
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  if (sentRequest)
    return (
      <Notice tone="success" announce title="We have your request for a guardian">
        Its number is {sentRequest.reference}. By <DateText at={sentRequest.answerBy} /> our team will email you and ask
        for proof of guardianship. Nothing is opened without it, and you haven't been charged.
      </Notice>
    );

  async function send({ relation }: z.output<typeof guardianForm>) {
    setBusy(true);
    setErrorMessage(undefined);
    const result = await call(askGuardian, { requestId, relation });
    setBusy(false);
    if (result.ok) return onSent();
    if (result.problem.fields) show(result.problem.fields);
    else setErrorMessage(result.problem.message);
  }

  return (
    <form className={styles.card} {...bind(send)} aria-labelledby="guardian">
      <h2 id="guardian" className={styles.part}>
        A parent or guardian can consent for them
      </h2>
      <p>
        We deleted the record without showing it. If you need it, tell us who can consent for them. We don't contact
        that person: our team emails you and asks for proof. Asking is free and opens nothing.
      </p>
      <Select
        label="Who can consent for them?"
        name="relation"
        value={values.relation}
        error={messages["relation"]}
        onChange={({ currentTarget }) => set("relation", currentTarget.value)}
      >
        <option value="">Choose one</option>
        {Object.entries(guardianRelations).map(([relation, words]) => (
          <option key={relation} value={relation}>
            {words}
          </option>
        ))}
      </Select>
      {errorMessage && (
        <Notice tone="problem" announce title="It was not sent">
          {errorMessage}
        </Notice>
      )}
      <Button kind="primary" type="submit" busy={busy && "Sending"}>
        {texts.askThroughGuardian}
      </Button>
    </form>
  );
}
