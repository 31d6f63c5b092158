import { Notice } from "../../ui/Notice.tsx";
import { messagesFor } from "./messages/messages.ts";

/**
 * What the register of stolen vehicles says, in the reader's language; nothing where it was not asked.
 * Source: RESULT-VIN-06 to 09, O-37.
 */
export function StolenBanner({ stolen }: { readonly stolen: boolean | null | undefined }) {
  if (stolen === null || stolen === undefined) return null;
  const { language, messages } = messagesFor(navigator.languages);
  return (
    <div lang={language}>
      {stolen ? (
        <Notice tone="problem" title={messages.stolen}>
          {messages.stolenNext}
        </Notice>
      ) : (
        <Notice tone="success" title={messages.stolenCheck}>
          {messages.register} <strong>{messages.notFound}</strong>
        </Notice>
      )}
    </div>
  );
}
