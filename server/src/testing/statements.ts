import pg from "pg";
import { vi } from "vitest";

/** The texts of the statements that match, in the order in which they were sent while something was done. */
export async function recordStatements(pattern: RegExp, work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = sent.mock.calls.map(([asked]: readonly unknown[]) =>
    typeof asked === "string" ? asked : (asked as { readonly text: string }).text,
  );
  sent.mockRestore();
  return texts.filter((text) => pattern.test(text)); // what a process does by the clock is not the call's
}
