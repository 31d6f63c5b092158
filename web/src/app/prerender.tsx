import { renderToStaticMarkup } from "react-dom/server";
import { startStaticRouter } from "../lib/router.ts";
import { Providers } from "./Providers.tsx";
import { Layout } from "./Layout.tsx";
import { routes } from "./routes.tsx";

/** The inside of the body at an address of the application, as it is before anything is known of whoever opens it. */
export async function prerenderApplication(address: string): Promise<string> {
  await startStaticRouter(routes, address);
  return renderToStaticMarkup(
    <Providers>
      <Layout />
    </Providers>,
  );
}
