import { openCase, newCase } from "../cases/open-case.ts";
import { onlyContact, openKept } from "../contact.ts";
import type { ConsentDeps } from "../deps.ts";
import type { Report } from "../page/rules.ts";
import { contactHashOf, misuseOf } from "../page/store.ts";
import { en } from "../words/page/en.ts";
import { decide, forgetUnsent, newReceipt, withdraw } from "./decide.ts";
import { findLink } from "./link.ts";

/**
 * The holder of a link reports its asker, once: an open question is refused, a yes is taken back, and an operator gets a case, all
 * in one transaction. Also possible when the request is over. The answer goes to the contact that the link went to, as long as it is known.
 * @returns false when the link leads nowhere, or this request was reported before
 */
export async function reportMisuse(deps: ConsentDeps, token: string, report: Report): Promise<boolean> {
  const consent = await findLink(deps, token);
  if (!consent) return false;
  const { requestId, ownerId, over } = consent;
  const receipt = await newReceipt(deps, requestId, over);
  const made = await newCase(deps);
  const { phone, mail } =
    receipt.requestKey && consent.contactSealed
      ? onlyContact(openKept(receipt.requestKey, requestId, consent.contactSealed), over)
      : { phone: null, mail: null };
  const text = [en.report.reasons[report.reason], ...(report.text === "" ? [] : [report.text])].join("\n\n");
  let isOpened = false;
  try {
    isOpened = await deps.db.transaction("system", async (tx) => {
      if (await misuseOf(tx, requestId)) return false;
      const contactHash = await contactHashOf(tx, requestId, over);
      // whichever of the two it is; a question that is over stays as it is
      const isDenied = await decide(deps, tx, requestId, { granted: false }, "page", receipt);
      if (!isDenied) await withdraw(deps, tx, requestId);
      const about = { kind: "misuse", contactHash, requestId, ownerId, content: { text, phone, mail } } as const;
      // a label may be taken, which is as good as impossible twice
      const reference = (await openCase(deps, tx, made, about)) ?? (await openCase(deps, tx, made, about));
      return reference !== undefined;
    });
    return isOpened;
  } finally {
    await forgetUnsent(deps, [receipt]);
    if (!isOpened) await deps.keys.destroy([made.id]);
  }
}
