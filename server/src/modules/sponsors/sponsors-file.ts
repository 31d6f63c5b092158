import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Sponsor, sponsor, sponsorsMax } from "@idanimo/contract/sponsors";
import * as z from "zod/mini";

/** Fictitious advertisers for demonstrations. */
export const exampleSponsorsPath = fileURLToPath(new URL("example.json", import.meta.url));

type SponsorSettings = {
  readonly SPONSORS: "on" | "off";
  readonly SPONSORS_FILE?: string | undefined;
  readonly production: boolean;
};

/** The path of the banners file; undefined if there is none. Production has only the operator's own. */
export function resolveSponsorsFile({ SPONSORS, SPONSORS_FILE, production }: SponsorSettings): string | undefined {
  if (SPONSORS === "off") return undefined;
  return SPONSORS_FILE ?? (production ? undefined : exampleSponsorsPath);
}

const sponsorsSchema = z.strictObject({
  sponsors: z.array(sponsor, "must be a list").check(
    z.maxLength(sponsorsMax, `must have at most ${sponsorsMax} banners`),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "must not use an id twice"),
  ),
});

/** An invalid banners file; the message names the file and the field. */
class SponsorsFileError extends Error {
  constructor(file: string, why: string) {
    super(`SPONSORS_FILE ${file}: ${why}.`);
  }
}

/**
 * Reads the operator's banners, once at start. They are the same for every user.
 * @param file undefined if there is none
 * @throws SponsorsFileError
 */
export function readSponsors(file: string | undefined): readonly Sponsor[] {
  if (file === undefined) return [];
  const read = z.safeParse(sponsorsSchema, readJsonFile(file));
  if (read.success) return read.data.sponsors;
  const issue = read.error.issues[0];
  const at = (issue?.path ?? []).map((part) => (typeof part === "number" ? part + 1 : String(part)));
  throw new SponsorsFileError(file, `${at.join(" ") || "the file"} ${describeIssue(issue)}`);
}

/** The end of a sentence that starts with the field's name. */
function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `must not have ${issue.keys.join(", ")}`;
  return issue?.message.startsWith("must ") ? issue.message : "is not as it should be";
}

function readJsonFile(file: string): unknown {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return parsed;
  } catch (error) {
    const unreadable = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new SponsorsFileError(file, unreadable);
  }
}
