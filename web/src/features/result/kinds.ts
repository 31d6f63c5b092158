import { apiBase } from "@idanimo/contract/operation";
import * as z from "zod/mini";

/** A person's record: whatever it holds, each field is looked at where it is shown. */
export const namedValues = z.record(z.string(), z.unknown());

/** An address that a record may lead to or show a picture from: a file of our own, by its path alone. Source: T-56, T-60, T-61. */
export function openable(address: string | null | undefined): string | undefined {
  if (!address?.startsWith(`${apiBase}/`)) return undefined;
  return /^(?:\/[\w-]+(?:\.[\w-]+)*)+$/.test(address) ? address : undefined;
}
