import { fill } from "@idanimo/contract/problems";
import { partsOf } from "@idanimo/contract/record-parts";
import type { Row } from "../../../documents/index.ts";
import { html, type Html, nothing } from "../../../pages/html.ts";
import { inLanguage } from "../switcher.ts";
import type { OpenLink } from "../use-cases/link.ts";
import type { PageWords } from "../words/page/en.ts";
import type { Place } from "./frame.ts";
import { dayWords, lengthWords, momentWords } from "./moments.ts";
import { askerCard, button, door, everybody, quietLink, upper, whyRow } from "./pieces.ts";
import { type Decision, type Standing, standingOf } from "./rules.ts";
import type { Proof } from "./store.ts";

/** What became of a request, for whoever decided it: to read, and to keep. */

export const standingOfLink = ({ consent, facts }: OpenLink): Standing =>
  standingOf(
    consent,
    facts.proofs.map(({ decision }) => decision),
    facts.isUnanswered,
  );

const pageOfStanding = {
  granted: "granted",
  gone: "gone",
  denied: "denied",
  withdrawn: "withdrawn",
  wrong_person: "wrongPerson",
  unanswered: "unanswered",
  asker_left: "askerLeft",
  over: "over",
} as const satisfies Record<Exclude<Standing, "asking">, keyof PageWords>;

/**
 * What stands above everything else: how it ended, and what that means now.
 * @param isPaper it is read another day, so lengths of time from now are left out
 */
export function endWords(
  words: PageWords,
  { consent }: OpenLink,
  standing: Exclude<Standing, "asking">,
  isPaper = false,
) {
  const { title, words: said } = words[pageOfStanding[standing]];
  const until = standing === "unanswered" ? consent.deadline : consent.goneAt;
  const at = until ?? consent.now;
  const moment = momentWords(words, at);
  if (standing === "unanswered") return { title, said: fill(said, { moment }) };
  if (standing !== "granted") return { title, said };
  return {
    title,
    said: isPaper
      ? fill(words.granted.onPaper, { moment })
      : fill(said, { length: lengthWords(words, at, consent.now), moment }),
  };
}

const decidedTitle = (words: PageWords, decision: Decision) =>
  ({
    granted: words.granted.title,
    denied: words.denied.title,
    withdrawn: words.withdrawn.title,
    wrong_person: words.asking.wrong,
  })[decision];

const wayWords = ({ receipt }: PageWords, { way }: Proof) => (way === "sms" ? receipt.ways.sms : receipt.ways.page);

const row = (label: string, value: string): Row => ({ label, value });

/** Groups of letters that an eye can compare. */
export const inGroups = (hex: string): string => hex.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** The number that the asker's report has too, so that the two papers can be laid side by side. */
const numberRows = ({ receipt, report }: PageWords, { consent, facts }: OpenLink): readonly Row[] => [
  row(receipt.number, inGroups(consent.requestId.replaceAll("-", ""))),
  ...(facts.misuse ? [row(report.number, facts.misuse.reference)] : []),
];

/** What a receipt says of the decision; none where a request ended with neither an answer nor a deadline. */
export function receiptRows(words: PageWords, open: OpenLink): readonly Row[] {
  const { consent, facts } = open;
  const { receipt } = words;
  const numbers = numberRows(words, open);
  if (standingOfLink(open) === "unanswered" && consent.deadline)
    return [
      row(receipt.decision, words.unanswered.decided),
      row(words.unanswered.until, momentWords(words, consent.deadline)),
      ...numbers,
    ];
  const first = facts.proofs.find(({ decision }) => decision !== "withdrawn");
  const back = facts.proofs.find(({ decision }) => decision === "withdrawn");
  if (!first) return [];
  const left = partsOf(consent.searchType).filter(({ part }) => consent.withheld.includes(part));
  return [
    row(receipt.decision, back ? words.withdrawn.decided : decidedTitle(words, first.decision)),
    row(receipt.decided, momentWords(words, first.at)),
    row(receipt.way, wayWords(words, first)),
    ...(first.decision === "granted"
      ? [
          row(
            receipt.leftOut,
            left.length === 0 ? receipt.nothing : upper(left.map(({ part }) => words.parts[part]).join("; ")),
          ),
          back
            ? row(receipt.takenBack, momentWords(words, back.at))
            : row(receipt.until, momentWords(words, consent.goneAt ?? consent.now)),
        ]
      : []),
    ...numbers,
  ];
}

/** What proves the decisions and the deletion, to whoever can look it up; none before there is any. */
export function proofRows({ deletion, receipt }: PageWords, { facts }: OpenLink): readonly Row[] {
  const { entry, seal } = facts.deletion ?? {};
  return [
    ...facts.proofs.map(({ id, decision }) => row(decision === "withdrawn" ? receipt.back : receipt.reference, id)),
    ...(entry === undefined ? [] : [{ label: deletion.entry, value: entry }]),
    ...(seal
      ? [
          { label: deletion.place, value: seal.position },
          { label: deletion.seal, value: inGroups(seal.hash.toString("hex")) },
        ]
      : []),
  ];
}

const list = (rows: readonly Row[], before: Html = nothing) =>
  html`<dl>
    ${before}
    ${rows.map(
      ({ label, value }) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

/** Whether what was fetched is deleted, or about to be: everything but a yes that still stands. */
function deletionPart(words: PageWords, open: OpenLink, standing: Standing): Html {
  const { deletion } = words;
  const done = open.facts.deletion;
  if (standing === "granted") return nothing;
  if (!done) return html`<p class="waiting">${deletion.soon}</p>`;
  return html`<h2>${deletion.title}</h2>
    <p class="good">${fill(deletion.words, { moment: momentWords(words, done.at) })}</p>
    ${done.entry !== undefined && !done.seal ? html`<p class="quiet">${deletion.sealSoon}</p>` : nothing}`;
}

/** The proofs, folded away: few people need them. */
function proofPart(words: PageWords, open: OpenLink): Html {
  const rows = proofRows(words, open);
  if (rows.length === 0) return nothing;
  return html`<details>
    <summary>${words.proof.title}</summary>
    <p>${words.proof.words} <a href="/transparency">${words.proof.link}</a></p>
    ${list(rows)}
  </details>`;
}

/** That it was reported, and by when an answer comes. */
export function misuseWords(words: PageWords, { facts: { misuse } }: OpenLink): string | undefined {
  if (!misuse) return undefined;
  const { reference, dueAt, answeredAt } = misuse;
  return answeredAt
    ? fill(words.report.answered, { reference, date: dayWords(words, answeredAt) })
    : fill(words.report.doneWords, { reference, date: dayWords(words, dueAt) });
}

/** A request that was decided, or is over. */
export function receiptPage(
  words: PageWords,
  open: OpenLink,
  standing: Exclude<Standing, "asking">,
  { language, path }: Place,
) {
  const { consent, facts, note } = open;
  const { title, said } = endWords(words, open, standing);
  const rows = receiptRows(words, open);
  const reported = misuseWords(words, open);
  const isKept = rows.length > 0 || facts.deletion !== undefined;
  return {
    title,
    body: html`${door(standing === "granted")}
      <h1>${title}</h1>
      <p class="said">${said}</p>
      ${
        standing === "granted"
          ? html`<p>${words.granted.change}</p>
              ${button(`${path}/withdraw`, language, words.granted.takeBack, "no")}`
          : nothing
      }
      ${
        reported === undefined
          ? nothing
          : html`<p class="good" role="status"><strong>${words.report.done}.</strong> ${reported}</p>`
      }
      ${askerCard(words, consent, facts)} ${rows.length === 0 ? nothing : html`<h2>${words.receipt.title}</h2>`}
      ${list(rows, whyRow(words, consent, note))} ${deletionPart(words, open, standing)} ${proofPart(words, open)}
      ${
        isKept
          ? html`<a class="file" href="${inLanguage(`${path}/receipt.pdf`, language)}">${words.receipt.keep}</a>`
          : nothing
      }
      <ul class="further">
        ${facts.misuse ? nothing : quietLink(`${path}/report`, language, words.asking.report)}
        ${standing === "wrong_person" ? nothing : everybody(path, language, words)}
      </ul>`,
  };
}
