import { preloadUrls } from "./app/preload-urls.ts";
import { prerenderApplication } from "./app/prerender.tsx";
import { prerenderSignIn } from "./sign-in/prerender.tsx";

/** A document that the build draws ahead. */
export type PrerenderedDocument = {
  readonly title: string;
  readonly body: string;
  /** Addresses of the API that are asked while its code is on the way. */
  readonly preloadUrls: readonly string[];
};

const prerenderers = { "app.html": prerenderApplication, "sign-in.html": prerenderSignIn };

/** Draws a first screen of a document: its title, and the inside of its root. A screen that throws leaves an empty place, so that is looked at. */
export async function prerender(address: string, of: keyof typeof prerenderers): Promise<PrerenderedDocument> {
  const html = await prerenderers[of](address);
  const title = /<title>(.*?)<\/title>/.exec(html);
  if (!title?.[1] || !html.includes("</h1>")) throw new Error(`nothing was drawn at ${address}`);
  return { title: title[1], body: html.replace(title[0], ""), preloadUrls: preloadUrls(address) };
}
