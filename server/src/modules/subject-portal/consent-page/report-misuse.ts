import { openCase, createCaseKey } from "../cases/open-case.ts";
import {
  selectContact,
  openDeliveryDetails,
  type ConsentDeps,
  type Language,
  decideConsent,
  destroyUnsentReceiptKeys,
  prepareReceipt,
  withdrawConsent,
  findContactHash,
} from "../../consent/index.ts";
import type { MisuseReport } from "./rules.ts";
import { findMisuseCase } from "./store.ts";
import { en } from "../translations/consent-page/en.ts";
import { findLinkedConsent } from "./consent-link.ts";

/**
 * Reports the requester of a link, once. One transaction denies or withdraws the consent and opens a case; this
 * also works when the request is over. The answer goes to the contact that the link went to, if it is still known.
 * @returns false if the link is unknown, or this request was already reported
 */
export async function reportMisuse(
  deps: ConsentDeps,
  token: string,
  report: MisuseReport,
  language: Language,
): Promise<boolean> {
  const consent = await findLinkedConsent(deps, token);
  if (!consent) return false;
  const { requestId, ownerId, over } = consent;
  const receipt = await prepareReceipt(deps, requestId, over);
  const caseKey = await createCaseKey(deps);
  const { phone, mail } =
    receipt.requestKey && consent.contactSealed
      ? selectContact(openDeliveryDetails(receipt.requestKey, requestId, consent.contactSealed), over)
      : { phone: null, mail: null };
  const text = [en.report.reasons[report.reason], ...(report.text === "" ? [] : [report.text])].join("\n\n");
  const source = { channel: "page", language } as const;
  let isOpened = false;
  try {
    isOpened = await deps.db.transaction("system", async (tx) => {
      if (await findMisuseCase(tx, requestId)) return false;
      const contactHash = await findContactHash(tx, requestId, over);
      // at most one of the two applies; a request that is over does not change
      const isDenied = await decideConsent(deps, tx, requestId, { granted: false }, source, receipt);
      if (!isDenied) await withdrawConsent(deps, tx, requestId, source);
      const about = { kind: "misuse", contactHash, requestId, ownerId, content: { text, phone, mail } } as const;
      // a second attempt draws another reference, in case the first one is taken
      const reference = (await openCase(deps, tx, caseKey, about)) ?? (await openCase(deps, tx, caseKey, about));
      return reference !== undefined;
    });
    return isOpened;
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
    if (!isOpened) await deps.keys.destroy([caseKey.id]);
  }
}
