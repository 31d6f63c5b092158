import { clickIdPattern } from "../lib/storage.ts";

/** The click id of a landing link's path, `/reach/<id>`; undefined where there is none or it is anything else. Source: T-20. */
export function parseClickId(pathname: string): string | undefined {
  const clickId = /^\/reach\/([^/]+)\/?$/.exec(pathname)?.[1];
  return clickId !== undefined && clickIdPattern.test(clickId) ? clickId : undefined;
}
