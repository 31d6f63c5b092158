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

/** A body of these parts that fails at the end if `breaks` is true. */
const body = (parts: readonly string[], breaks = false) =>
  new ReadableStream<Uint8Array>({
    start(stream) {
      for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
      if (breaks) stream.error(new TypeError("broken"));
      else stream.close();
    },
  });

test("saves the complete file under the server's name and reports progress", async () => {
  const headers = { "content-disposition": 'attachment; filename="history.csv"', "content-type": "text/csv" };
  const { ended, come } = await fetched(() => new Response(body(["one,", "two\n"]), { headers }));
  expect(ended).toEqual({ ok: true });
  expect(come).toEqual([4, 8]);
  expect(saved.map(({ name, file }) => [name, file.type])).toEqual([["history.csv", "text/csv"]]);
  expect(await saved[0]?.file.text()).toBe("one,two\n");
});

test("joins the chunks of a large file in order", async () => {
  const parts = Array.from({ length: 20 }, (_, at) => String(at % 10).repeat(1_000_000));
  await fetched(() => new Response(body(parts)));
  expect(saved[0]?.name).toBe("else.csv");
  expect(await saved[0]?.file.text()).toBe(parts.join(""));
});

test.each([
  {
    why: "rejected",
    respond: () => Response.json({ code: "too_many_requests", message: "Too many attempts." }, { status: 429 }),
    words: "Too many attempts.",
  },
  {
    why: "requested with bad input",
    respond: () =>
      Response.json({ code: "bad_input", message: "Check it.", fields: { to: "Choose fewer days." } }, { status: 400 }),
    words: "Choose fewer days.",
  },
  {
    why: "interrupted",
    respond: () => new Response(body(["one,"], true)),
    words: "lost before the file was complete",
  },
  {
    why: "left without a response",
    respond: () => Promise.reject(new TypeError("offline")),
    words: "No response received",
  },
])("saves nothing and returns the reason when a download is $why", async ({ respond, words }) => {
  const { ended } = await fetched(respond);
  expect(ended).toEqual({ ok: false, words: expect.stringContaining(words) });
  expect(saved).toEqual([]);
});

test("saves nothing and reports no error when the download is cancelled", async () => {
  const controller = new AbortController();
  const respond = () => {
    controller.abort();
    return Promise.reject(new DOMException("cancelled", "AbortError"));
  };
  expect((await fetched(respond, controller)).ended).toEqual({ ok: true });
  expect(saved).toEqual([]);
});

test.each([
  { header: 'attachment; filename="statement.pdf"', name: "statement.pdf" },
  { header: 'attachment; filename="../statement.pdf"', name: undefined },
  { header: null, name: undefined },
])("reads the name in $header as $name", ({ header, name }) => {
  expect(fileNameFrom(header)).toBe(name);
});
