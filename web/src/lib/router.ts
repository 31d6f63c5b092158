import type { Component } from "../jsx/component.ts";
import { useSyncExternalStore } from "react";
import { type RouteParams, type Route, matchRoute } from "./match-route.ts";
import { saveScrollPosition, startScrollRestoration } from "./scroll-restoration.ts";

/**
 * The router of both documents: the current location and navigation. A router library weighs half of React [G-F2
 * G-F3], and the screens need no more than this.
 */
export type Location = {
  readonly pathname: string;
  /** `?type=VIN`, or empty. */
  readonly search: string;
  /** `#wallet`, or empty. */
  readonly hash: string;
  /** Values of the `:names` in the route's path. */
  readonly params: RouteParams;
  /** State passed by the previous screen; stored in the browser's history, so that no link can forge it. */
  readonly state: unknown;
  /** Identifies the history entry. */
  readonly key: string;
  /**
   * `opened`: first load or reload; `forward`: a link or a button; `back`: the browser's buttons; `within`: an
   * anchor in the page; `still`: the page keeps its scroll position.
   */
  readonly navigationType: "opened" | "forward" | "back" | "within" | "still";
  readonly title: string | undefined;
  /** Undefined if no route matches or its code failed to load. */
  readonly View: Component | undefined;
  /** Why the code failed to load. */
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
/** Of two concurrent navigations the later one wins. */
let navigationCount = 0;

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
/** Subscribes to changes of the location. @returns a function that unsubscribes */
export function onLocationChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}
const getLocation = () => currentLocation;
const getIsNavigating = () => isNavigating;

/** The current location. It changes once the next screen's code is loaded. */
export const useLocation = (): Location => useSyncExternalStore(onLocationChange, getLocation, getLocation);
/** Whether the next screen's code is loading. */
export const useIsNavigating = (): boolean => useSyncExternalStore(onLocationChange, getIsNavigating, getIsNavigating);
/** A parameter of the query string; empty without it. */
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

/** The browser's current history entry; gets a new key if it has none yet. */
function currentHistoryEntry(): HistoryEntry {
  const stored: unknown = history.state;
  const stateObject = typeof stored === "object" && stored !== null ? stored : {};
  const state = "state" in stateObject ? stateObject.state : undefined;
  if ("key" in stateObject && typeof stateObject.key === "string") return { key: stateObject.key, state };
  const key = crypto.randomUUID();
  history.replaceState({ ...stateObject, key }, "");
  return { key, state };
}

/** The state passed to the screen at the browser's URL, also while its code is still loading. */
export function readHistoryState(): unknown {
  return typeof history === "undefined" ? undefined : currentHistoryEntry().state;
}

/** Starts at the document's URL. Resolves when the first screen's code is loaded, or failed to load. */
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

/** Starts at a given path, for prerendering. */
export async function startStaticRouter(allRoutes: readonly Route[], address: string): Promise<void> {
  routes = allRoutes;
  await loadAndShow(new URL(address, "http://drawn"), { key: "", state: undefined }, "opened");
}

type NavigateOptions = {
  /** Replaces the current history entry: the back button does not return to it. */
  readonly replace?: boolean;
  /** For the next screen, see `Location`. Plain data. */
  readonly state?: unknown;
  /** Keeps the scroll position instead of scrolling to the top. */
  readonly preserveScroll?: boolean;
};

/** Navigates within this document. For another document use `location.assign`. */
export function navigate(
  address: string,
  { replace = false, state, preserveScroll = false }: NavigateOptions = {},
): void {
  saveScrollPosition(currentLocation.key);
  const entry = { key: crypto.randomUUID(), state };
  // a link to the current screen adds no history entry
  const isShown = state === undefined && new URL(address, location.href).href === location.href;
  if (replace || isShown) history.replaceState(entry, "", address);
  else history.pushState(entry, "", address);
  void loadAndShow(location, entry, preserveScroll ? "still" : "forward");
}

/** Removes a secret or a parameter from the URL without navigating. */
export function replaceUrl(address: string): void {
  history.replaceState(history.state, "", address);
}
