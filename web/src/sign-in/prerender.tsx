import { renderToStaticMarkup } from "react-dom/server";
import { startStaticRouter } from "../lib/router.ts";
import { Layout } from "./Layout.tsx";
import { routes } from "./routes.tsx";

/** Renders the body of the sign-in document at a path, as it is before any script has run. */
export async function prerenderSignIn(address: string): Promise<string> {
  await startStaticRouter(routes, address);
  return renderToStaticMarkup(<Layout />);
}
