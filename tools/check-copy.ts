// Texts for users do not contain the words below: unusual English, or terms of our own, that a reader in Kano would
// have to read twice. Texts that the specification fixes are listed as exceptions.
import { copyStringsOf } from "./shared/copy-strings.ts";
import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

/** Words that do not belong in a text for users, and what to write instead. */
const replacements: readonly { readonly words: RegExp; readonly instead: string }[] = [
  { words: /\bstands?\b/i, instead: "is, appears, is valid" },
  { words: /\bmend(s|ed|ing)?\b/i, instead: "fix" },
  { words: /\bwhom?ever\b/i, instead: "anyone who" },
  { words: /\b(no|some|any|every)body\b/i, instead: "no one, someone, anyone, everyone" },
  { words: /\b(e-)?mail(s|ed|box)?\b/i, instead: "email" },
  { words: /\bby (itself|themselves|ourselves)\b/i, instead: "automatically" },
  { words: /\bsquare\b/i, instead: "QR code" },
  { words: /\bneed not\b/i, instead: "don't need to" },
  { words: /(?<!invariants )\bholds?\b/i, instead: "has, contains" },
  { words: /\b(go|goes|going|went) on\b/i, instead: "continue" },
  { words: /\boops\b/i, instead: "what happened" },
  { words: /\bplease kindly\b/i, instead: "nothing" },
  { words: /\blook-ups?\b/i, instead: "check" },
  { words: /\b(take|takes|taken|took|taking) (it )?back\b/i, instead: "withdraw" },
  { words: /\bonce more\b/i, instead: "again" },
  { words: /\bcharge is kept\b/i, instead: "isn't refundable" },
  { words: /\bnothing is lost\b/i, instead: "what continues" },
  { words: /\bslip of the keys\b/i, instead: "spelling" },
  { words: /\bas said before\b/i, instead: "nothing" },
  { words: /\bwith the leave of\b/i, instead: "with the consent of" },
  { words: /\bways? to pay\b/i, instead: "payment method" },
  { words: /\bmeanwhile\b/i, instead: "nothing" },
  { words: /\bshall\b/i, instead: "will, should" },
];

/** Texts of the specification. */
const fixedTexts: ReadonlySet<string> = new Set(["To stand as guarantor", "Oops!"]);

/** Copy in Nigerian Pidgin, whose words are its own. */
const pidginFiles =
  /^server\/src\/modules\/(subject-portal\/translations\/[a-z-]+\/pcm|notifications\/consent-sms-copy)\.ts$/;

/** Whether a file is part of the product. The sandbox shows pages of other companies. */
export const isChecked = (path: string): boolean =>
  /^(contract|server|web)\/src\/.*\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path) &&
  !pidginFiles.test(path);

/** A statement in SQL or a single word, such as a key, is no sentence. */
const isSentence = (text: string) =>
  /\s/.test(text) && !/^(select|insert|update|delete|with|create|alter|drop|set|begin|lock|truncate)\b/.test(text);

/** The words to replace in the texts of a source file, as `line 3: "stands": write is, appears, is valid`. */
export function findWordsToReplace(path: string, source: string): string[] {
  return copyStringsOf(path, source)
    .filter(({ text }) => isSentence(text) || /^oops/i.test(text))
    .filter(({ text }) => !fixedTexts.has(text))
    .flatMap(({ line, text }) =>
      replacements.flatMap(({ words, instead }) => {
        const found = words.exec(text);
        return found ? [`line ${line}: "${found[0]}": write ${instead}`] : [];
      }),
    );
}

if (import.meta.main) {
  const files = projectFiles().filter(isChecked);
  reportFindings(
    files.flatMap((path) => findWordsToReplace(path, readProjectFile(path)).map((finding) => `${path}, ${finding}`)),
    `copy: none of ${replacements.length} words to avoid is in the texts of ${files.length} files`,
  );
}
