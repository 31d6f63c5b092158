import {
  type GrievanceDetails,
  noticePdfPath,
  openGrievance,
  readGrievance,
  replyToGrievance,
} from "@idanimo/contract/console/grievances";
import { consoleBase } from "@idanimo/contract/console/operation";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { object } from "zod/mini";
import { caseAnswer, caseReadingHours } from "@idanimo/contract/console/case-work";
import { useForm } from "../lib/form.ts";
import { problemMessage } from "../lib/problem-message.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { DownloadLink } from "../ui/DownloadLink.tsx";
import form from "../ui/Form.module.css";
import { Notice } from "../ui/Notice.tsx";
import { TextArea } from "../ui/TextInput.tsx";
import { useToast } from "../ui/Toast.tsx";
import { ActionDialog } from "./ActionDialog.tsx";
import styles from "./console.module.css";
import { callConsole, consoleQuery } from "./lib/call.ts";
import { QueryContent } from "./QueryContent.tsx";
import { useRight } from "./use-operator.ts";

type Props = { readonly found: GrievanceDetails };

/** What the person wrote, for the privacy officer, and the answer to it. */
export function GrievanceText({ found }: Props) {
  const mayRead = useRight("read_grievance_text");
  const mayHandle = useRight("handle_grievances");
  if (found.isErased)
    return (
      <Card title="Text">
        <p className={styles.quiet}>The text was deleted when its time was over.</p>
      </Card>
    );
  return (
    <>
      {mayRead ? (
        <PersonsText found={found} />
      ) : (
        <Card title="Text">
          <p className={styles.quiet}>Only a privacy officer may read what the person wrote.</p>
        </Card>
      )}
      {mayHandle && found.endedAt === null && <Reply id={found.id} />}
    </>
  );
}

function PersonsText({ found: { id } }: Props) {
  const client = useQueryClient();
  const query = useQuery(consoleQuery(readGrievance, { id }));
  const [opening, setOpening] = useState(false);
  if (query.error?.problem.code === "case_reason_needed")
    return (
      <Card title="Text">
        <p>The person gets a notice that an operator read it. Your reason opens it for {caseReadingHours} hours.</p>
        <div className={styles.actions}>
          <Button onClick={() => setOpening(true)}>Read the text</Button>
        </div>
        {opening && (
          <ActionDialog
            title="Read what the person wrote?"
            action="Read the text"
            busyLabel="Opening"
            onClose={() => setOpening(false)}
            onSend={async (reason) => {
              const result = await callConsole(openGrievance, { id, reason });
              if (!result.ok) return result.problem;
              setOpening(false);
              await client.invalidateQueries();
              return undefined;
            }}
          >
            <p>The person gets a message that their case was read.</p>
          </ActionDialog>
        )}
      </Card>
    );
  return (
    <Card title="Text">
      <QueryContent query={query} what="the text">
        {({ text, answer }) => (
          <>
            <p className={styles.written}>{text === "" ? "The person wrote nothing." : text}</p>
            <p className={styles.quiet}>Numbers and emails are hidden.</p>
            <div className={styles.actions}>
              <DownloadLink href={consoleBase + noticePdfPath(id)} fileName="standard-notice.pdf">
                Standard notice (PDF)
              </DownloadLink>
            </div>
            {answer !== null && (
              <>
                <h3 className={styles.answerTitle}>Our answer</h3>
                <p className={styles.written}>{answer}</p>
              </>
            )}
          </>
        )}
      </QueryContent>
    </Card>
  );
}

const replyForm = object({ text: caseAnswer });

function Reply({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const toast = useToast();
  const fields = useForm(replyForm, () => ({ text: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <Card title="Answer">
      <form
        className={form.form}
        {...fields.formProps(async ({ text }) => {
          setProblem(undefined);
          setBusy(true);
          const result = await callConsole(replyToGrievance, { id, text });
          setBusy(false);
          if (!result.ok) return setProblem(problemMessage(result.problem));
          toast({
            tone: "success",
            text: result.value.isSent
              ? "The answer is queued for sending."
              : "The answer is saved. The contact is deleted: the person reads it on their page.",
          });
          await client.invalidateQueries();
        })}
      >
        {problem !== undefined && <Notice tone="problem" announce title={problem} />}
        <TextArea
          label="Answer to the person"
          hint="Sent once to the contact they gave, and shown on their page. No phone or identity number and no email."
          name="text"
          rows={5}
          value={fields.values.text}
          error={fields.messages["text"]}
          onInput={(event: FormEvent<HTMLTextAreaElement>) => fields.set("text", event.currentTarget.value)}
        />
        <div>
          <Button type="submit" kind="primary" busy={busy && "Sending"}>
            Send the answer
          </Button>
        </div>
      </form>
    </Card>
  );
}
