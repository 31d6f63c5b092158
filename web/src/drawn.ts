import { askedAhead } from "./app/asked-ahead.ts";
import { drawApplication } from "./app/draw.tsx";
import { drawSignIn } from "./sign-in/draw.tsx";

/** A document that the build draws ahead. */
export type Drawing = {
  readonly title: string;
  readonly body: string;
  /** Addresses of the API that are asked while its code is on the way. */
  readonly asks: readonly string[];
};

const drawers = { "app.html": drawApplication, "sign-in.html": drawSignIn };

/** Draws a first screen of a document: its title, and the inside of its root. A screen that throws leaves an empty place, so that is looked at. */
export async function draw(address: string, of: keyof typeof drawers): Promise<Drawing> {
  const drawn = await drawers[of](address);
  const title = /<title>(.*?)<\/title>/.exec(drawn);
  if (!title?.[1] || !drawn.includes("</h1>")) throw new Error(`nothing was drawn at ${address}`);
  return { title: title[1], body: drawn.replace(title[0], ""), asks: askedAhead(address) };
}
