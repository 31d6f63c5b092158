import type { Component } from "../jsx/component.ts";

/** One screen: its address, its title, and how its code is fetched. One line in a list of screens. */
export type Screen = {
  /** `/reset-password/:email/:token`; each `:name` stands for one part. */
  readonly path: string;
  /** Stands in the window's title before the product's name. */
  readonly title: string;
  readonly load: () => Promise<Component>;
};

export type Params = Readonly<Record<string, string>>;

/** The screen at an address and the values of its `:names`, decoded; undefined where there is none. */
export function screenAt<Known extends Pick<Screen, "path">>(
  screens: readonly Known[],
  address: string,
): { readonly screen: Known; readonly params: Params } | undefined {
  const parts = partsOf(address);
  for (const screen of screens) {
    const wanted = partsOf(screen.path);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, at) => {
      const given = decoded(parts[at] ?? "");
      if (!part.startsWith(":")) return part === given;
      if (given !== undefined) params[part.slice(1)] = given;
      return given !== undefined;
    });
    if (fits) return { screen, params };
  }
  return undefined;
}

const partsOf = (address: string) => address.split("/").filter(Boolean);

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
