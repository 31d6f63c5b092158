import type { Component } from "../jsx/component.ts";
import { useSyncExternalStore } from "react";
import { type RouteParams, type Route, matchRoute } from "./match-route.ts";
import { saveScrollPosition, startScrollRestoration } from "./scroll-restoration.ts";

/**
 * Where the reader is in a document of several screens, and how to go elsewhere in it. Both documents stand on this and nothing else:
 * a router of a library weighs half of React again (G-F2, G-F3), and their screens need no more.
 */
export type Location = {
  readonly pathname: string;
  /** `?type=VIN`, or empty. */
  readonly search: string;
  /** `#wallet`, or empty. */
  readonly hash: string;
  /** Values of the `:names` in the screen's address. */
  readonly params: RouteParams;
  /** What the screen before said to this one; kept with the place in the browser's history, so that no link can make it up. */
  readonly state: unknown;
  /** The place in the browser's history. */
  readonly key: string;
  /**
   * `opened` with its document or a reload, `forward` by a link or a press, `back` by the browser's buttons, `within` the page by the
   * browser itself; `still` where the page is to stay where it is.
   */
  readonly navigationType: "opened" | "forward" | "back" | "within" | "still";
  readonly title: string | undefined;
  /** Undefined at an address without a screen, and where its code did not come. */
  readonly View: Component | undefined;
  /** Why its code did not come. */
  readonly loadError: unknown;
};

let routes: readonly Route[] = [];
const loadedScreens = new Map<Route, Component>();
let currentLocation: Location = {
  pathname: "/",
  search: "",
  hash: "",
  params: {},
  state: undefined,
  key: "",
  navigationType: "opened",
  title: undefined,
  View: undefined,
  loadError: undefined,
};
let isNavigating = false;
/** Counts the moves: of two that are under way the later one holds. */
let navigationCount = 0;

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
/** Tells of every change of the place shown. @returns what ends it */
export function onLocationChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}
const getLocation = () => currentLocation;
const getIsNavigating = () => isNavigating;

/** The place shown. It changes once the next screen's code is here, and then at once. */
export const useLocation = (): Location => useSyncExternalStore(onLocationChange, getLocation, getLocation);
/** Whether the next screen is being fetched. */
export const useIsNavigating = (): boolean => useSyncExternalStore(onLocationChange, getIsNavigating, getIsNavigating);
/** A value of the address's query; empty without it. */
export const useQueryValue = (name: string): string => new URLSearchParams(useLocation().search).get(name) ?? "";

type HistoryEntry = { readonly key: string; readonly state: unknown };
type Url = Pick<Location, "pathname" | "search" | "hash">;

function loadAndShow(
  { pathname, search, hash }: Url,
  entry: HistoryEntry,
  navigationType: Location["navigationType"],
): Promise<void> | undefined {
  navigationCount += 1;
  const navigationId = navigationCount;
  const match = matchRoute(routes, pathname);
  const commit = (View?: Component, loadError?: unknown) => {
    if (navigationId !== navigationCount) return;
    isNavigating = false;
    const { route, params = {} } = match ?? {};
    currentLocation = {
      pathname,
      search,
      hash,
      params,
      ...entry,
      navigationType,
      title: route?.title,
      View,
      loadError,
    };
    notifyListeners();
  };
  const loaded = match && loadedScreens.get(match.route);
  if (!match || loaded) return void commit(loaded);
  isNavigating = true;
  notifyListeners();
  return match.route.load().then(
    (View) => {
      loadedScreens.set(match.route, View);
      commit(View);
    },
    (problem: unknown) => commit(undefined, problem ?? new Error("not fetched")),
  );
}

/** What the browser's history holds at the address it shows; a key of its own for what has none yet. */
function currentHistoryEntry(): HistoryEntry {
  const stored: unknown = history.state;
  const stateObject = typeof stored === "object" && stored !== null ? stored : {};
  const state = "state" in stateObject ? stateObject.state : undefined;
  if ("key" in stateObject && typeof stateObject.key === "string") return { key: stateObject.key, state };
  const key = crypto.randomUUID();
  history.replaceState({ ...stateObject, key }, "");
  return { key, state };
}

/** What was said to the screen at the address that the browser shows, also while its code is still being fetched. */
export function readHistoryState(): unknown {
  return typeof history === "undefined" ? undefined : currentHistoryEntry().state;
}

/** Begins at the address that the document was opened with. Resolves once its first screen's code is here, or cannot be had. */
export async function startRouter(allRoutes: readonly Route[]): Promise<void> {
  routes = allRoutes;
  startScrollRestoration(() => currentLocation.key);
  addEventListener("popstate", () => {
    saveScrollPosition(currentLocation.key);
    const isNew = history.state === null;
    void loadAndShow(location, currentHistoryEntry(), isNew ? "within" : "back");
  });
  await loadAndShow(location, currentHistoryEntry(), "opened");
}

/** The place that the build draws a document for. */
export async function startStaticRouter(allRoutes: readonly Route[], address: string): Promise<void> {
  routes = allRoutes;
  await loadAndShow(new URL(address, "http://drawn"), { key: "", state: undefined }, "opened");
}

type NavigateOptions = {
  /** Takes the place of the one shown: the back button does not come back to it. */
  readonly replace?: boolean;
  /** For the screen there, see `Place`. Plain data. */
  readonly state?: unknown;
  /** The page stays where it is instead of beginning at its top. */
  readonly preserveScroll?: boolean;
};

/** Moves to another address of this document. For one of another document use `location.assign`. */
export function navigate(
  address: string,
  { replace = false, state, preserveScroll = false }: NavigateOptions = {},
): void {
  saveScrollPosition(currentLocation.key);
  const entry = { key: crypto.randomUUID(), state };
  // to press a link to what is shown is no step of its own
  const isShown = state === undefined && new URL(address, location.href).href === location.href;
  if (replace || isShown) history.replaceState(entry, "", address);
  else history.pushState(entry, "", address);
  void loadAndShow(location, entry, preserveScroll ? "still" : "forward");
}

/** The value of a secret or a word that must not stay in the address: the address goes on without it, nothing else moves. */
export function replaceUrl(address: string): void {
  history.replaceState(history.state, "", address);
}
