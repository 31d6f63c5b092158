import * as z from "zod/mini";

/** A person's record: whatever it holds, each field is looked at where it is shown. */
export const namedValues = z.record(z.string(), z.unknown());

/** An address that may be opened from here: our own, or another site's over https. */
export function openable(address: string | null | undefined): string | undefined {
  if (!address) return undefined;
  if (/^\/(?![/\\])/.test(address)) return address;
  const url = URL.parse(address);
  return url?.protocol === "https:" ? url.href : undefined;
}
