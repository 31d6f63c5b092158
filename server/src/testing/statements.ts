import pg from "pg";
import { vi } from "vitest";

/** Records the matching SQL statements that are sent during `work`, in order. */
export async function recordStatements(pattern: RegExp, work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = sent.mock.calls.map(([asked]: readonly unknown[]) =>
    typeof asked === "string" ? asked : (asked as { readonly text: string }).text,
  );
  sent.mockRestore();
  return texts.filter((text) => pattern.test(text)); // leaves out what scheduled work sends
}
