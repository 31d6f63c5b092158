import type { Component } from "../jsx/component.ts";
import { useSyncExternalStore } from "react";
import { type Params, type Screen, screenAt } from "./screens.ts";
import { keepScroll, keepScrolls } from "./scrolls.ts";

/**
 * Where the reader is in a document of several screens, and how to go elsewhere in it. Both documents stand on this and nothing else:
 * a router of a library weighs half of React again (G-F2, G-F3), and their screens need no more.
 */
export type Place = {
  readonly pathname: string;
  /** `?type=VIN`, or empty. */
  readonly search: string;
  /** `#wallet`, or empty. */
  readonly hash: string;
  /** Values of the `:names` in the screen's address. */
  readonly params: Params;
  /** What the screen before said to this one; kept with the place in the browser's history, so that no link can make it up. */
  readonly said: unknown;
  /** The place in the browser's history. */
  readonly key: string;
  /**
   * `opened` with its document or a reload, `forward` by a link or a press, `back` by the browser's buttons, `within` the page by the
   * browser itself; `still` where the page is to stay where it is.
   */
  readonly by: "opened" | "forward" | "back" | "within" | "still";
  readonly title: string | undefined;
  /** Undefined at an address without a screen, and where its code did not come. */
  readonly View: Component | undefined;
  /** Why its code did not come. */
  readonly problem: unknown;
};

let screens: readonly Screen[] = [];
const ready = new Map<Screen, Component>();
let place: Place = {
  pathname: "/",
  search: "",
  hash: "",
  params: {},
  said: undefined,
  key: "",
  by: "opened",
  title: undefined,
  View: undefined,
  problem: undefined,
};
let moving = false;
/** Counts the moves: of two that are under way the later one holds. */
let moves = 0;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
/** Tells of every change of the place shown. @returns what ends it */
export function onPlace(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}
const placeNow = () => place;
const movingNow = () => moving;

/** The place shown. It changes once the next screen's code is here, and then at once. */
export const usePlace = (): Place => useSyncExternalStore(onPlace, placeNow, placeNow);
/** Whether the next screen is being fetched. */
export const useMoving = (): boolean => useSyncExternalStore(onPlace, movingNow, movingNow);
/** A value of the address's query; empty without it. */
export const useQueryValue = (name: string): string => new URLSearchParams(usePlace().search).get(name) ?? "";

type Entry = { readonly key: string; readonly said: unknown };
type Address = Pick<Place, "pathname" | "search" | "hash">;

function show({ pathname, search, hash }: Address, entry: Entry, by: Place["by"]): Promise<void> | undefined {
  moves += 1;
  const move = moves;
  const found = screenAt(screens, pathname);
  const arrive = (View?: Component, problem?: unknown) => {
    if (move !== moves) return;
    moving = false;
    const { screen, params = {} } = found ?? {};
    place = { pathname, search, hash, params, ...entry, by, title: screen?.title, View, problem };
    tell();
  };
  const known = found && ready.get(found.screen);
  if (!found || known) return void arrive(known);
  moving = true;
  tell();
  return found.screen.load().then(
    (View) => {
      ready.set(found.screen, View);
      arrive(View);
    },
    (problem: unknown) => arrive(undefined, problem ?? new Error("not fetched")),
  );
}

/** What the browser's history holds at the address it shows; a key of its own for what has none yet. */
function entryHere(): Entry {
  const held: unknown = history.state;
  const kept = typeof held === "object" && held !== null ? held : {};
  const said = "said" in kept ? kept.said : undefined;
  if ("key" in kept && typeof kept.key === "string") return { key: kept.key, said };
  const key = crypto.randomUUID();
  history.replaceState({ ...kept, key }, "");
  return { key, said };
}

/** What was said to the screen at the address that the browser shows, also while its code is still being fetched. */
export function saidHere(): unknown {
  return typeof history === "undefined" ? undefined : entryHere().said;
}

/** Begins at the address that the document was opened with. Resolves once its first screen's code is here, or cannot be had. */
export async function openPlace(known: readonly Screen[]): Promise<void> {
  screens = known;
  keepScrolls(() => place.key);
  addEventListener("popstate", () => {
    keepScroll(place.key);
    const isNew = history.state === null;
    void show(location, entryHere(), isNew ? "within" : "back");
  });
  await show(location, entryHere(), "opened");
}

/** The place that the build draws a document for. */
export async function drawPlace(known: readonly Screen[], address: string): Promise<void> {
  screens = known;
  await show(new URL(address, "http://drawn"), { key: "", said: undefined }, "opened");
}

type How = {
  /** Takes the place of the one shown: the back button does not come back to it. */
  readonly replace?: boolean;
  /** For the screen there, see `Place`. Plain data. */
  readonly said?: unknown;
  /** The page stays where it is instead of beginning at its top. */
  readonly still?: boolean;
};

/** Moves to another address of this document. For one of another document use `location.assign`. */
export function go(address: string, { replace = false, said, still = false }: How = {}): void {
  keepScroll(place.key);
  const entry = { key: crypto.randomUUID(), said };
  // to press a link to what is shown is no step of its own
  const isShown = said === undefined && new URL(address, location.href).href === location.href;
  if (replace || isShown) history.replaceState(entry, "", address);
  else history.pushState(entry, "", address);
  void show(location, entry, still ? "still" : "forward");
}

/** The value of a secret or a word that must not stay in the address: the address goes on without it, nothing else moves. */
export function cleanAddress(address: string): void {
  history.replaceState(history.state, "", address);
}
