import { clickIdPattern } from "../lib/storage.ts";

/** The click id in a landing link's path, `/reach/<id>`; undefined without a valid one [T-20]. */
export function parseClickId(pathname: string): string | undefined {
  const clickId = /^\/reach\/([^/]+)\/?$/.exec(pathname)?.[1];
  return clickId !== undefined && clickIdPattern.test(clickId) ? clickId : undefined;
}
