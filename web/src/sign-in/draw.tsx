import { renderToStaticMarkup } from "react-dom/server";
import { drawPlace } from "../lib/place.ts";
import { Layout } from "./Layout.tsx";
import { screens } from "./routes.tsx";

/** The inside of the body at an address of the sign-in document, as it is before any script has run. */
export async function drawSignIn(address: string): Promise<string> {
  await drawPlace(screens, address);
  return renderToStaticMarkup(<Layout />);
}
