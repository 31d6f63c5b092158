import type { Page } from "@playwright/test";

/** A running bulk upload, as the server returns it. */
export const runningUpload = {
  uploadId: "5f0c1a3e-0000-4000-8000-000000000001",
  records: 1000,
  bad: [],
  badCount: 0,
  skippedCount: 0,
  state: "running",
  begun: 412,
  waiting: 300,
  outcomes: { DELIVERED: 100, NO_DATA: 10 },
  givenBackAt: null,
};

const longLabel = "Candidate: Oluwaseun Adebayo-Olanrewaju, warehouse · EMP-004";
const lineStatuses = ["View Result", "Awaiting Consent", "Consent Denied", "No Data Found", "Refunded", "Not started"];

/** The first lines of the running upload, as the server returns them. */
export const runningLines = lineStatuses.map((status, at) => ({
  id: `5f0c1a3e-0000-4000-8000-00000000010${at}`,
  line: at + 2,
  number: `*********${10 + at}`,
  ...(at % 2 === 0 && { label: at === 0 ? longLabel : `Driver ${at}` }),
  status,
}));

/** Serves the lines and reminders of an upload. @param lines "lost": no response */
export async function serveBulkLines(
  page: Page,
  lines: readonly object[] | "lost" = runningLines,
  next: string | null = null,
): Promise<void> {
  await page.route(/\/verification\/bulk\/[0-9a-f-]+\/lines/, (route) =>
    lines === "lost" ? route.abort("connectionfailed") : route.fulfill({ json: { lines, next } }),
  );
  await page.route(/\/verification\/bulk\/[0-9a-f-]+\/reminders/, (route) =>
    route.fulfill({ json: { possibleNow: 37, reminded: 12, possibleAt: null } }),
  );
}
