// No file of the project contains a key, token or password [T-73].
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { projectFiles, reportFindings, root } from "./shared/project.ts";

/** Patterns of secrets. Each matches hardly anything else, so that findings are taken seriously. */
const secretPatterns: readonly { readonly what: string; readonly looks: RegExp }[] = [
  { what: "a private key", looks: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
  { what: "an AWS key", looks: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { what: "a GitHub token", looks: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/ },
  { what: "an npm token", looks: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { what: "a Slack token", looks: /\bxox[abprs]-[A-Za-z0-9-]{10,}/ },
  { what: "a Google key", looks: /\bAIza[\w-]{35}\b/ },
  { what: "a Google client secret", looks: /\bGOCSPX-[\w-]{20,}/ },
  { what: "a Stripe, Paystack or Mono key", looks: /\b(?:[sr]k_live|live_sk)_[A-Za-z0-9]{16,}/ },
  { what: "a Flutterwave key", looks: /\bFLWSECK-[0-9a-fA-F]{20,}/ },
  { what: "a signed token", looks: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/ },
  {
    what: "a password in an address",
    looks: /\b(?:postgres(?:ql)?|https?|smtps?|redis):\/\/[^\s:/@"'`$<{]+:(?!password@)[^\s:/@"'`$<{]{3,}@/,
  },
  {
    what: "a value for a secret",
    looks:
      /(?:secret|token|password|passwd|api_?key|private_?key|master_?key)["']?\s*(?<![=!])[:=]\s*["'`]?(?:[0-9a-f]{32,}|[A-Za-z0-9+/_-]{40,}={0,2})(?=["'`\s,;]|$)/i,
  },
  { what: "a default password", looks: /(?<![=!])[:=]\s*["'`]?changeme\b/i },
];

/** Generated files with long hashes that are not secrets. */
const generatedFiles = /^(package-lock\.json|docs\/sbom\.json)$|\.(woff2?|png|jpe?g|ico|webp)$/;

/** The secrets in a text, each as "line 3: a private key"; never the secret itself. */
export function findSecrets(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, at) =>
      secretPatterns.filter(({ looks }) => looks.test(line)).map(({ what }) => `line ${at + 1}: ${what}`),
    );
}

if (import.meta.main) {
  const files = projectFiles().filter((path) => !generatedFiles.test(path));
  const findings = files.flatMap((path) =>
    findSecrets(readFileSync(join(root, path), "utf8")).map((finding) => `${path}, ${finding}`),
  );
  const settings = projectFiles().filter((path) => /(^|\/)\.env(\.(?!example)|$)/.test(path));
  reportFindings(
    [...findings, ...settings.map((path) => `${path}: a settings file must not be committed`)],
    `secrets: none in ${files.length} files`,
  );
}
