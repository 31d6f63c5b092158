import { isAnswerType } from "@idanimo/contract/catalogue";
import { fillPlaceholders } from "@idanimo/contract/problems";
import type { RecordPart } from "@idanimo/contract/record-parts";
import type { LabelledValue } from "../../../documents/index.ts";
import { html, type Html, emptyHtml } from "../../../pages/html.ts";
import { languageName, type DecisionFacts } from "../../consent/index.ts";
import { localisedPath } from "../language-switcher.ts";
import type { LinkView } from "./consent-link.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import type { PageContext } from "./layout.ts";
import { formatPageDate, formatTimeLeft, formatPageDateTime } from "./page-dates.ts";
import {
  accountText,
  historyText,
  requesterCard,
  formButton,
  accessIcon,
  myDataItem,
  linkItem,
  capitalise,
  purposeRow,
  expectedNameRow,
} from "./components.ts";
import { type Decision, type ConsentStatus, consentStatus } from "./rules.ts";

/** The outcome of a request, for the subject who decided it. */

export const statusOfLink = ({ consent, facts }: LinkView): ConsentStatus =>
  consentStatus(
    consent,
    facts.proofs.map(({ decision }) => decision),
    facts.undecidedEnd,
  );

const copyKeyByStatus = {
  granted: "granted",
  gone: "gone",
  denied: "denied",
  withdrawn: "withdrawn",
  wrong_person: "wrongPerson",
  unanswered: "unanswered",
  requester_closed: "requesterClosed",
  cancelled: "cancelled",
  over: "over",
} as const satisfies Record<Exclude<ConsentStatus, "asking">, keyof PageCopy>;

/** The sentence about an answer in place of that about a record; undefined if it names neither. */
const answerTextOf = (texts: PageCopy["answerOnly"], standing: Exclude<ConsentStatus, "asking">): string | undefined =>
  ({
    granted: texts.granted,
    gone: texts.gone,
    denied: texts.denied,
    withdrawn: texts.withdrawn,
    requester_closed: texts.requesterClosed,
    cancelled: undefined,
    wrong_person: undefined,
    unanswered: undefined,
    over: undefined,
  })[standing];

/**
 * The main message: how the request ended, and what that means now.
 * @param isDocument it is read later, so periods relative to now are left out
 */
export function outcomeCopy(
  words: PageCopy,
  { consent }: LinkView,
  standing: Exclude<ConsentStatus, "asking">,
  isDocument = false,
) {
  const { title, words: record } = words[copyKeyByStatus[standing]];
  const { answerOnly } = words;
  const isAnswer = isAnswerType(consent.searchType);
  const said = isAnswer ? (answerTextOf(answerOnly, standing) ?? record) : record;
  const until = standing === "unanswered" ? consent.deadline : consent.goneAt;
  const at = until ?? consent.now;
  const moment = formatPageDateTime(words, at);
  if (standing === "unanswered") return { title, said: fillPlaceholders(said, { moment }) };
  if (standing !== "granted") return { title, said };
  return {
    title,
    said: isDocument
      ? fillPlaceholders(isAnswer ? answerOnly.inDocument : words.granted.inDocument, { moment })
      : fillPlaceholders(said, { length: formatTimeLeft(words, at, consent.now), moment }),
  };
}

const decisionTitle = (words: PageCopy, decision: Decision) =>
  ({
    granted: words.granted.title,
    denied: words.denied.title,
    withdrawn: words.withdrawn.title,
    wrong_person: words.asking.wrong,
  })[decision];

/** Parts in one line, such as `Names; photo`. */
export const listParts = (words: PageCopy, parts: readonly RecordPart[]): string =>
  parts.length === 0 ? words.receipt.nothing : capitalise(parts.map((part) => words.parts[part]).join("; "));

/** Parts with a line each. */
const stackParts = (words: PageCopy, parts: readonly RecordPart[]): string =>
  parts.length === 0 ? words.receipt.nothing : parts.map((part) => capitalise(words.parts[part])).join("\n");

/** How a decision was made: over which channel, in which language and version of the text, about which parts [CL-09]. */
export function decisionRows(words: PageCopy, proof: DecisionFacts): readonly LabelledValue[] {
  const { receipt } = words;
  const { language, textVersion, parts } = proof;
  return [
    factRow(receipt.way, channelLabel(words, proof)),
    ...(language === null ? [] : [factRow(receipt.language, languageName(language))]),
    ...(textVersion === null ? [] : [factRow(receipt.textVersion, textVersion)]),
    ...(parts === undefined
      ? []
      : [
          factRow(receipt.offered, stackParts(words, parts.offered)),
          factRow(receipt.shared, stackParts(words, parts.chosen)),
          ...notSharedRows(words, parts),
        ]),
  ];
}

/** The parts that were offered and not shared; none after a denial, when they are all that was offered. */
function notSharedRows(
  words: PageCopy,
  { offered, chosen }: NonNullable<DecisionFacts["parts"]>,
): readonly LabelledValue[] {
  const others = offered.filter((part) => !chosen.includes(part));
  return chosen.length === 0 || others.length === 0
    ? []
    : [factRow(words.receipt.notShared, stackParts(words, others))];
}

const channelLabel = ({ receipt }: PageCopy, { way }: DecisionFacts) =>
  way === "sms" ? receipt.ways.sms : receipt.ways.page;

const factRow = (label: string, value: string): LabelledValue => ({ label, value });

/** Splits hex digits into groups of four, so that they are easy to compare. */
export const groupHexDigits = (hex: string): string => hex.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** The reference number, which the requester's report also shows. */
const referenceRows = ({ receipt, report }: PageCopy, { consent, facts }: LinkView): readonly LabelledValue[] => [
  factRow(receipt.number, groupHexDigits(consent.requestId.replaceAll("-", ""))),
  ...(facts.misuse ? [factRow(report.number, facts.misuse.reference)] : []),
];

/** The receipt's rows about the decision; empty if the request ended without an answer or a deadline. */
export function receiptRows(words: PageCopy, open: LinkView): readonly LabelledValue[] {
  const { consent, facts } = open;
  const { receipt } = words;
  const numbers = referenceRows(words, open);
  if (statusOfLink(open) === "unanswered" && consent.deadline)
    return [
      factRow(receipt.decision, words.unanswered.decided),
      factRow(words.unanswered.until, formatPageDateTime(words, consent.deadline)),
      ...numbers,
    ];
  const first = facts.proofs.find(({ decision }) => decision !== "withdrawn");
  const back = facts.proofs.find(({ decision }) => decision === "withdrawn");
  if (!first) return [];
  return [
    factRow(receipt.decision, back ? words.withdrawn.decided : decisionTitle(words, first.decision)),
    factRow(receipt.decided, formatPageDateTime(words, first.at)),
    ...decisionRows(words, first),
    ...(first.decision === "granted"
      ? [
          back
            ? factRow(receipt.takenBack, formatPageDateTime(words, back.at))
            : factRow(receipt.until, formatPageDateTime(words, consent.goneAt ?? consent.now)),
        ]
      : []),
    ...numbers,
  ];
}

/** References to the evidence of the decisions and the deletion; empty if there is none yet. */
export function proofRows({ deletion, receipt }: PageCopy, { facts }: LinkView): readonly LabelledValue[] {
  const { entry, seal } = facts.deletion ?? {};
  return [
    ...facts.proofs.map(({ id, decision }) => factRow(decision === "withdrawn" ? receipt.back : receipt.reference, id)),
    ...(entry === undefined ? [] : [{ label: deletion.entry, value: entry }]),
    ...(seal
      ? [
          { label: deletion.place, value: seal.position },
          { label: deletion.seal, value: groupHexDigits(seal.hash.toString("hex")) },
        ]
      : []),
  ];
}

export const factList = (rows: readonly LabelledValue[], before: Html = emptyHtml) =>
  html`<dl>
    ${before}
    ${rows.map(
      ({ label, value }) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

/** Says whether the record is deleted or about to be; empty while consent is granted. */
function deletionSection(words: PageCopy, open: LinkView, standing: ConsentStatus): Html {
  const { deletion } = words;
  const done = open.facts.deletion;
  if (standing === "granted") return emptyHtml;
  if (!done) return html`<p class="waiting">${deletion.soon}</p>`;
  return html`<h2>${deletion.title}</h2>
    <p class="good">${fillPlaceholders(deletion.words, { moment: formatPageDateTime(words, done.at) })}</p>
    ${done.entry !== undefined && !done.seal ? html`<p class="quiet">${deletion.sealSoon}</p>` : emptyHtml}`;
}

/** The evidence, collapsed by default, because few people need it. */
function proofSection(words: PageCopy, open: LinkView): Html {
  const rows = proofRows(words, open);
  if (rows.length === 0) return emptyHtml;
  return html`<details>
    <summary>${words.proof.title}</summary>
    <p>${words.proof.words} <a href="/transparency">${words.proof.link}</a></p>
    ${factList(rows)}
  </details>`;
}

/** Says that the request was reported, and when the answer is due. */
export function misuseNotice(words: PageCopy, { facts: { misuse } }: LinkView): string | undefined {
  if (!misuse) return undefined;
  const { reference, dueAt, answeredAt } = misuse;
  return answeredAt
    ? fillPlaceholders(words.report.answered, { reference, date: formatPageDate(words, answeredAt) })
    : fillPlaceholders(words.report.doneWords, { reference, date: formatPageDate(words, dueAt) });
}

/** Renders a request that was decided or is over. */
export function receiptPage(
  words: PageCopy,
  open: LinkView,
  standing: Exclude<ConsentStatus, "asking">,
  { language, path }: PageContext,
) {
  const { consent, facts, note, expectedName } = open;
  const { title, said } = outcomeCopy(words, open, standing);
  const rows = receiptRows(words, open);
  const reported = misuseNotice(words, open);
  const isKept = rows.length > 0 || facts.deletion !== undefined;
  return {
    title,
    body: html`${accessIcon(standing === "granted")}
      <h1>${title}</h1>
      <p class="said">${said}</p>
      ${
        standing === "granted"
          ? html`<p>${words.granted.change}</p>
              ${formButton(`${path}/withdraw`, language, words.granted.takeBack, "no")}`
          : emptyHtml
      }
      ${
        reported === undefined
          ? emptyHtml
          : html`<p class="good" role="status"><strong>${words.report.done}.</strong> ${reported}</p>`
      }
      ${requesterCard(words, consent, [accountText(words, consent), historyText(words, facts)])}
      ${rows.length === 0 ? emptyHtml : html`<h2>${words.receipt.title}</h2>`}
      ${factList(rows, html`${purposeRow(words, consent, note)} ${expectedNameRow(words, expectedName)}`)}
      ${deletionSection(words, open, standing)} ${proofSection(words, open)}
      ${
        isKept
          ? html`<a class="file" href="${localisedPath(`${path}/receipt.pdf`, language)}">${words.receipt.keep}</a>`
          : emptyHtml
      }
      <ul class="further">
        ${facts.misuse ? emptyHtml : linkItem(`${path}/report`, language, words.asking.report)}
        ${standing === "wrong_person" ? emptyHtml : myDataItem(path, language, words)}
      </ul>`,
  };
}
