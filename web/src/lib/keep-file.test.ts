import { afterEach, expect, test, vi } from "vitest";
import { keepFile, nameOf } from "./keep-file.ts";

const answers = (make: () => Response | Promise<never>) => vi.stubGlobal("fetch", async () => make());
const link = { href: "", download: "", click: vi.fn() };

afterEach(() => {
  vi.unstubAllGlobals();
  link.click.mockClear();
});

test("a PDF is kept under the server's name, and the page lets go of its bytes", async () => {
  vi.stubGlobal("document", { createElement: () => link });
  const [made, ended] = [vi.spyOn(URL, "createObjectURL"), vi.spyOn(URL, "revokeObjectURL")];
  const headers = { "content-type": "application/pdf", "content-disposition": 'attachment; filename="Idanimo-AB.pdf"' };
  answers(() => new Response("%PDF-", { headers }));
  expect(await keepFile("/api/v2/x.pdf")).toBeUndefined();
  expect(link).toMatchObject({ download: "Idanimo-AB.pdf", href: made.mock.results[0]?.value });
  expect(link.click).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith(link.href));
});

const problem = (code: string, status: number) => () => Response.json({ code, message: "Words" }, { status });
test.each([
  { why: "nobody answers", answer: () => Promise.reject(new Error("offline")), code: "no_response" },
  { why: "it is no longer there", answer: problem("not_found", 404), code: "not_found" },
  { why: "it was asked for too often", answer: problem("too_many_requests", 429), code: "too_many_requests" },
  {
    why: "a page comes in its place",
    answer: () => new Response("<p>", { headers: { "content-type": "text/html" } }),
    code: "unexpected",
  },
])("nothing is kept when $why", async ({ answer, code }) => {
  answers(answer);
  expect(await keepFile("/api/v2/x.pdf")).toMatchObject({ code });
  expect(link.click).not.toHaveBeenCalled();
});

test.each(['attachment; filename="../../etc/passwd"', 'attachment; filename="a.html"', "inline", ""])(
  "a name that is none is not taken: %s",
  (value) => expect(nameOf({ headers: new Headers({ "content-disposition": value }) })).toBe("report.pdf"),
);
