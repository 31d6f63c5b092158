import { profile } from "@idanimo/contract/accounts";
import { sendEmailConfirm } from "@idanimo/contract/passwords";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";

type SendState = { readonly step: "idle" | "busy" | "sent" } | { readonly step: "refused"; readonly words: string };

// the catalogue's text is about codes here
const sentRecentlyMessage =
  "We just sent you an email. Check your inbox, and wait a minute before you ask for another one.";

/** Resends the email that confirms an address; shared by the notice and the dialog [T-15]. */
export function useConfirmationEmail() {
  const { data: user } = useQuery(operationQuery(profile, {}));
  const [sending, setSending] = useState<SendState>({ step: "idle" });
  async function send() {
    if (sending.step === "busy") return;
    setSending({ step: "busy" });
    const result = await call(sendEmailConfirm, {});
    if (result.ok) return setSending({ step: "sent" });
    const { problem } = result;
    setSending({
      step: "refused",
      words: problem.code === "resend_too_soon" ? sentRecentlyMessage : problemMessage(problem),
    });
  }
  return { email: user?.email ?? "your address", sending, send: () => void send() };
}
