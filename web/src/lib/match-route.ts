import type { Component } from "../jsx/component.ts";

/** A screen: its path, its title and how to load its code. */
export type Route = {
  /** `/reset-password/:email/:token`; each `:name` matches one segment. */
  readonly path: string;
  /** The first part of the window's title, before the product's name. */
  readonly title: string;
  readonly load: () => Promise<Component>;
};

export type RouteParams = Readonly<Record<string, string>>;

/** The screen at a path and the values of its `:names`, decoded; undefined if none matches. */
export function matchRoute<Known extends Pick<Route, "path">>(
  routes: readonly Known[],
  address: string,
): { readonly route: Known; readonly params: RouteParams } | undefined {
  const parts = splitPath(address);
  for (const route of routes) {
    const pattern = splitPath(route.path);
    if (pattern.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const isMatch = pattern.every((part, at) => {
      const segment = decodeSegment(parts[at] ?? "");
      if (!part.startsWith(":")) return part === segment;
      if (segment !== undefined) params[part.slice(1)] = segment;
      return segment !== undefined;
    });
    if (isMatch) return { route, params };
  }
  return undefined;
}

const splitPath = (address: string) => address.split("/").filter(Boolean);

function decodeSegment(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
