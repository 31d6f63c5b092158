import { preloadUrls } from "./app/preload-urls.ts";
import { prerenderApplication } from "./app/prerender.tsx";
import { prerenderDocumentation } from "./documentation/prerender.tsx";
import { prerenderSignIn } from "./sign-in/prerender.tsx";

/** A document that the build prerenders. */
export type PrerenderedDocument = {
  readonly title: string;
  readonly body: string;
  /** API requests that are sent while its code is loading. */
  readonly preloadUrls: readonly string[];
};

const prerenderers = {
  "app.html": prerenderApplication,
  "sign-in.html": prerenderSignIn,
  "documentation.html": prerenderDocumentation,
};

/**
 * Prerenders the first screen of a document: its title and the content of its root. Throws if a screen renders
 * nothing, which is what React leaves when a screen throws.
 */
export async function prerender(address: string, of: keyof typeof prerenderers): Promise<PrerenderedDocument> {
  const html = await prerenderers[of](address);
  const title = /<title>(.*?)<\/title>/.exec(html);
  if (!title?.[1] || !html.includes("</h1>")) throw new Error(`nothing was rendered at ${address}`);
  return { title: title[1], body: html.replace(title[0], ""), preloadUrls: preloadUrls(address) };
}
