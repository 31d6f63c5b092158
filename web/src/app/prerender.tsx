import { renderToStaticMarkup } from "react-dom/server";
import { startStaticRouter } from "../lib/router.ts";
import { Providers } from "./Providers.tsx";
import { Layout } from "./Layout.tsx";
import { routes } from "./routes.tsx";

/** Renders the body of the application at a path, before anything about the user is known. */
export async function prerenderApplication(address: string): Promise<string> {
  await startStaticRouter(routes, address);
  return renderToStaticMarkup(
    <Providers>
      <Layout />
    </Providers>,
  );
}
