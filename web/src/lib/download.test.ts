import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { download, fileNameFrom } from "./download.ts";

const saved: { readonly name: string; readonly file: Blob }[] = [];
let made: Blob | undefined;

beforeEach(() => {
  saved.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("document", {
    createElement: () => {
      const link = { href: "", download: "", click: () => made && saved.push({ name: link.download, file: made }) };
      return link;
    },
  });
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) made = file;
    return "blob:here";
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const fetched = async (respond: () => Response | Promise<Response>, controller = new AbortController()) => {
  vi.stubGlobal("fetch", async () => respond());
  const come: number[] = [];
  const onProgress = (bytes: number) => void come.push(bytes);
  return { ended: await download("/file", "else.csv", { signal: controller.signal, onProgress }), come };
};

/** A body of these parts that then breaks, if it is to. */
const body = (parts: readonly string[], breaks = false) =>
  new ReadableStream<Uint8Array>({
    start(stream) {
      for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
      if (breaks) stream.error(new TypeError("broken"));
      else stream.close();
    },
  });

test("a file is kept whole, under the name the server gives it, and how much has come is told", async () => {
  const headers = { "content-disposition": 'attachment; filename="history.csv"', "content-type": "text/csv" };
  const { ended, come } = await fetched(() => new Response(body(["one,", "two\n"]), { headers }));
  expect(ended).toEqual({ ok: true });
  expect(come).toEqual([4, 8]);
  expect(saved.map(({ name, file }) => [name, file.type])).toEqual([["history.csv", "text/csv"]]);
  expect(await saved[0]?.file.text()).toBe("one,two\n");
});

test("a file of many parts is put together in their order", async () => {
  const parts = Array.from({ length: 20 }, (_, at) => String(at % 10).repeat(1_000_000));
  await fetched(() => new Response(body(parts)));
  expect(saved[0]?.name).toBe("else.csv");
  expect(await saved[0]?.file.text()).toBe(parts.join(""));
});

test.each([
  {
    why: "refused",
    respond: () => Response.json({ code: "too_many_requests", message: "That was too often." }, { status: 429 }),
    words: "That was too often.",
  },
  {
    why: "asked for wrongly",
    respond: () =>
      Response.json({ code: "bad_input", message: "Check it.", fields: { to: "Choose fewer days." } }, { status: 400 }),
    words: "Choose fewer days.",
  },
  { why: "broken off", respond: () => new Response(body(["one,"], true)), words: "broke before the file was complete" },
  { why: "not answered", respond: () => Promise.reject(new TypeError("offline")), words: "No response received" },
])("nothing is saved of a file that is $why, and the words say so", async ({ respond, words }) => {
  const { ended } = await fetched(respond);
  expect(ended).toEqual({ ok: false, words: expect.stringContaining(words) });
  expect(saved).toEqual([]);
});

test("a download that was called off saves nothing and is no failure", async () => {
  const controller = new AbortController();
  const respond = () => {
    controller.abort();
    return Promise.reject(new DOMException("called off", "AbortError"));
  };
  expect((await fetched(respond, controller)).ended).toEqual({ ok: true });
  expect(saved).toEqual([]);
});

test.each([
  { header: 'attachment; filename="statement.pdf"', name: "statement.pdf" },
  { header: 'attachment; filename="../statement.pdf"', name: undefined },
  { header: null, name: undefined },
])("the name in $header is $name", ({ header, name }) => {
  expect(fileNameFrom(header)).toBe(name);
});
