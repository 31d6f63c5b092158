import type { Component } from "../jsx/component.ts";

/** One screen: its address, its title, and how its code is fetched. One line in a list of screens. */
export type Route = {
  /** `/reset-password/:email/:token`; each `:name` stands for one part. */
  readonly path: string;
  /** Stands in the window's title before the product's name. */
  readonly title: string;
  readonly load: () => Promise<Component>;
};

export type RouteParams = Readonly<Record<string, string>>;

/** The screen at an address and the values of its `:names`, decoded; undefined where there is none. */
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
