import { clickIdPattern } from "../lib/storage.ts";

/** The click id of a landing link's path, `/reach/<id>`; undefined where there is none or it is anything else. Source: T-20. */
export function clickIdIn(pathname: string): string | undefined {
  const given = /^\/reach\/([^/]+)\/?$/.exec(pathname)?.[1];
  return given !== undefined && clickIdPattern.test(given) ? given : undefined;
}
