import { renderToStaticMarkup } from "react-dom/server";
import { drawPlace } from "../lib/place.ts";
import { Around } from "./Around.tsx";
import { Layout } from "./Layout.tsx";
import { screens } from "./routes.tsx";

/** The inside of the body at an address of the application, as it is before anything is known of whoever opens it. */
export async function drawApplication(address: string): Promise<string> {
  await drawPlace(screens, address);
  return renderToStaticMarkup(
    <Around>
      <Layout />
    </Around>,
  );
}
