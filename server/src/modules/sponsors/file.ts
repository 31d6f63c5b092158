import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Sponsor, sponsor, sponsorsMost } from "@idanimo/contract/sponsors";
import * as z from "zod/mini";

/** Made-up advertisers for a demonstration. */
export const exampleSponsors = fileURLToPath(new URL("example.json", import.meta.url));

type Settings = {
  readonly SPONSORS: "on" | "off";
  readonly SPONSORS_FILE?: string | undefined;
  readonly production: boolean;
};

/** Which file the banners are in; undefined where there are none. A production has only those of its operator. */
export function sponsorsFile({ SPONSORS, SPONSORS_FILE, production }: Settings): string | undefined {
  if (SPONSORS === "off") return undefined;
  return SPONSORS_FILE ?? (production ? undefined : exampleSponsors);
}

const shape = z.strictObject({
  sponsors: z.array(sponsor, "must be a list").check(
    z.maxLength(sponsorsMost, `must hold at most ${sponsorsMost} banners`),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "must not use an id twice"),
  ),
});

/** A banners' file that cannot be used; its message names the file and the field. */
class SponsorsFault extends Error {
  constructor(file: string, why: string) {
    super(`SPONSORS_FILE ${file}: ${why}.`);
  }
}

/**
 * The operator's banners, read once at the start. They are the same for everybody.
 * @param file undefined where there are none
 * @throws SponsorsFault
 */
export function readSponsors(file: string | undefined): readonly Sponsor[] {
  if (file === undefined) return [];
  const read = z.safeParse(shape, jsonIn(file));
  if (read.success) return read.data.sponsors;
  const issue = read.error.issues[0];
  const at = (issue?.path ?? []).map((part) => (typeof part === "number" ? part + 1 : String(part)));
  throw new SponsorsFault(file, `${at.join(" ") || "the file"} ${wordsOf(issue)}`);
}

/** What is wrong, so that it follows the field's name. */
function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `must not have ${issue.keys.join(", ")}`;
  return issue?.message.startsWith("must ") ? issue.message : "is not as it should be";
}

function jsonIn(file: string): unknown {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return parsed;
  } catch (error) {
    const unreadable = error instanceof SyntaxError ? "is no JSON" : "cannot be read";
    throw new SponsorsFault(file, unreadable);
  }
}
