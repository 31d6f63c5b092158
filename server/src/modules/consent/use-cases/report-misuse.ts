import { openCase, createCaseKey } from "../cases/open-case.ts";
import { selectContact, openDeliveryDetails } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import type { MisuseReport } from "../consent-page/rules.ts";
import { findContactHash, findMisuseCase } from "../consent-page/store.ts";
import { en } from "../translations/consent-page/en.ts";
import { decideConsent, destroyUnsentReceiptKeys, prepareReceipt, withdrawConsent } from "./decide.ts";
import { findLinkedConsent } from "./consent-link.ts";

/**
 * The holder of a link reports its asker, once: an open question is refused, a yes is taken back, and an operator gets a case, all
 * in one transaction. Also possible when the request is over. The answer goes to the contact that the link went to, as long as it is known.
 * @returns false when the link leads nowhere, or this request was reported before
 */
export async function reportMisuse(deps: ConsentDeps, token: string, report: MisuseReport): Promise<boolean> {
  const consent = await findLinkedConsent(deps, token);
  if (!consent) return false;
  const { requestId, ownerId, over } = consent;
  const receipt = await prepareReceipt(deps, requestId, over);
  const made = await createCaseKey(deps);
  const { phone, mail } =
    receipt.requestKey && consent.contactSealed
      ? selectContact(openDeliveryDetails(receipt.requestKey, requestId, consent.contactSealed), over)
      : { phone: null, mail: null };
  const text = [en.report.reasons[report.reason], ...(report.text === "" ? [] : [report.text])].join("\n\n");
  let isOpened = false;
  try {
    isOpened = await deps.db.transaction("system", async (tx) => {
      if (await findMisuseCase(tx, requestId)) return false;
      const contactHash = await findContactHash(tx, requestId, over);
      // whichever of the two it is; a question that is over stays as it is
      const isDenied = await decideConsent(deps, tx, requestId, { granted: false }, "page", receipt);
      if (!isDenied) await withdrawConsent(deps, tx, requestId);
      const about = { kind: "misuse", contactHash, requestId, ownerId, content: { text, phone, mail } } as const;
      // a label may be taken, which is as good as impossible twice
      const reference = (await openCase(deps, tx, made, about)) ?? (await openCase(deps, tx, made, about));
      return reference !== undefined;
    });
    return isOpened;
  } finally {
    await destroyUnsentReceiptKeys(deps, [receipt]);
    if (!isOpened) await deps.keys.destroy([made.id]);
  }
}
