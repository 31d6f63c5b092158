import { Notice } from "../../ui/Notice.tsx";
import { messagesFor } from "./messages/messages.ts";

/**
 * The result of the stolen-vehicle register, in the reader's language; renders nothing if it was not queried
 * [RESULT-VIN-06 to RESULT-VIN-09 O-37].
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
