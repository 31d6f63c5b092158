import { webhookUrlMaxLength } from "@idanimo/contract/developers/limits";
import * as texts from "@idanimo/contract/developers/texts";
import {
  type WebhookSubscription,
  webhookEventTexts,
  webhookSubscriptions,
} from "@idanimo/contract/developers/webhook-events";
import {
  changeWebhook,
  createWebhook,
  type WebhookEndpoint,
  webhookEndpoints,
} from "@idanimo/contract/developers/webhooks";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { cancelAndInvalidate } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Keys.module.css";
import { SecretDialog } from "./SecretDialog.tsx";

type Props = { /** Absent: a new one. */ readonly endpoint?: WebhookEndpoint; readonly onClose: () => void };

/** Adds an endpoint and shows its secret, once; or changes the address and events of one [DP-06 DP-07]. */
export function EndpointDialog({ endpoint, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [events, setEvents] = useState<readonly WebhookSubscription[]>(endpoint?.events ?? []);
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [secret, setSecret] = useState<string>();
  const urlError =
    problem?.fields?.["url"] ?? (problem?.code === "address_not_public" ? problemMessage(problem) : undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    setProblem(undefined);
    if (isBusy || url.trim() === "" || events.length === 0) return;
    setBusy(true);
    const input = { url: url.trim(), events: webhookSubscriptions.filter((one) => events.includes(one)) };
    const saved = await (endpoint ? call(changeWebhook, { id: endpoint.id, ...input }) : call(createWebhook, input));
    setBusy(false);
    if (!saved.ok) return setProblem(saved.problem);
    if ("secret" in saved.value) setSecret(saved.value.secret);
    await cancelAndInvalidate(client, [webhookEndpoints.path]);
    if (!endpoint) return;
    toast({ tone: "success", text: "The endpoint is saved." });
    onClose();
  }
  if (secret !== undefined)
    return <SecretDialog title="The secret of your endpoint" secretOf="webhook" secret={secret} onClose={onClose} />;
  const title = endpoint ? "Edit endpoint" : "New endpoint";
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={isBusy && (endpoint ? "Saving" : "Adding")}>
            {endpoint ? "Save" : "Add endpoint"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={id} aria-label={title} noValidate onSubmit={(event) => void submit(event)}>
        <ContentOrProblem
          title={endpoint ? "The endpoint was not saved" : "The endpoint was not added"}
          problem={problem && urlError === undefined ? problemMessage(problem) : undefined}
          onDismiss={() => setProblem(undefined)}
        >
          <div className={styles.parts}>
            <TextInput
              label="URL"
              hint="An https address that our servers can reach, on port 443 or 8443."
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={webhookUrlMaxLength}
              value={url}
              error={wasSent && url.trim() === "" ? texts.webhookUrlInvalid : urlError}
              onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            />
            <fieldset className={styles.scopes}>
              <legend>Events</legend>
              {wasSent && events.length === 0 && (
                <p className={styles.error} role="alert">
                  {texts.webhookEventsRequired}
                </p>
              )}
              {webhookSubscriptions.map((kind) => (
                <Checkbox
                  key={kind}
                  label={kind}
                  hint={webhookEventTexts[kind]}
                  checked={events.includes(kind)}
                  onChange={({ currentTarget }) =>
                    setEvents((before) =>
                      currentTarget.checked ? [...before, kind] : before.filter((one) => one !== kind),
                    )
                  }
                />
              ))}
            </fieldset>
          </div>
        </ContentOrProblem>
      </form>
    </Dialog>
  );
}
