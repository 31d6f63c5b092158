import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { Route } from "./match-route.ts";

const entries: { state: unknown; address: string }[] = [];
let heard: (() => void) | undefined;

/** A minimal browser history, whose last entry is the current one. */
beforeEach(() => {
  vi.resetModules();
  entries.splice(0, entries.length, { state: null, address: "/list?size=20" });
  const now = () => new URL(entries.at(-1)?.address ?? "/", "http://here");
  vi.stubGlobal("location", {
    get href() {
      return now().href;
    },
    get pathname() {
      return now().pathname;
    },
    get search() {
      return now().search;
    },
    get hash() {
      return now().hash;
    },
  });
  vi.stubGlobal("history", {
    get state() {
      return entries.at(-1)?.state;
    },
    pushState: (state: unknown, _: string, address: string) => entries.push({ state, address }),
    replaceState: (state: unknown, _: string, address = entries.at(-1)?.address ?? "") =>
      entries.splice(-1, 1, { state, address }),
  });
  vi.stubGlobal("scrollY", 0);
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("addEventListener", (name: string, act: () => void) => name === "popstate" && (heard = act));
});

/** A screen whose code loads when the test allows it. */
function slow(path: string) {
  let come = () => {};
  let fail = () => {};
  const View = () => <>{path}</>;
  const code = new Promise<typeof View>((resolve, reject) => {
    come = () => resolve(View);
    fail = () => reject(new Error("not fetched"));
  });
  const screen: Route = { path, title: path, load: async () => code };
  return { screen, come: () => come(), fail: () => fail() };
}

async function opened() {
  const [list, one, other] = [slow("/list"), slow("/one/:id"), slow("/other")];
  const { navigate: go, startRouter: openPlace, useLocation: usePlace } = await import("./router.ts");
  list.come();
  await openPlace([list.screen, one.screen, other.screen]);
  function Look() {
    const { View, params, state, loadError, title } = usePlace();
    return <p>{JSON.stringify({ title, params, state, drawn: View?.name, failed: loadError !== undefined })}</p>;
  }
  const shown = () =>
    JSON.parse(
      renderToStaticMarkup(<Look />)
        .replaceAll("&quot;", '"')
        .slice(3, -4),
    ) as Record<string, unknown>;
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { go, list, one, other, shown, settle };
}

test("shows the current screen until the next one is loaded, and passes the state [NAV-02]", async () => {
  const { go, one, shown, settle } = await opened();
  go("/one/7", { state: { asked: ["7"] } });
  expect(entries.map(({ address }) => address)).toEqual(["/list?size=20", "/one/7"]);
  expect(shown()).toMatchObject({ title: "/list", params: {} });
  one.come();
  await settle();
  expect(shown()).toEqual({
    title: "/one/:id",
    params: { id: "7" },
    state: { asked: ["7"] },
    drawn: "View",
    failed: false,
  });
});

test("the later of two navigations wins, whichever code loads first [NAV-02]", async () => {
  const { go, one, other, shown, settle } = await opened();
  go("/one/7");
  go("/other");
  other.come();
  await settle();
  one.come();
  await settle();
  expect(shown()).toMatchObject({ title: "/other" });
});

test("a screen whose code fails to load shows the error at its own URL [NAV-02]", async () => {
  const { go, one, shown, settle } = await opened();
  go("/one/7");
  one.fail();
  await settle();
  expect(shown()).toMatchObject({ title: "/one/:id", failed: true });
  expect(entries.at(-1)?.address).toBe("/one/7");
});

test("a link to the current screen adds no history entry; back shows a screen at once [NAV-02 NAV-18]", async () => {
  const { go, other, shown, settle } = await opened();
  go("/list?size=20");
  expect(entries).toHaveLength(1);
  go("/list?size=20", { state: { step: 1 } });
  expect(entries, "an anchor adds a history entry").toHaveLength(2);
  other.come();
  go("/other");
  await settle();
  expect(entries).toHaveLength(3);
  entries.pop();
  heard?.();
  expect(shown()).toMatchObject({ title: "/list" });
});
