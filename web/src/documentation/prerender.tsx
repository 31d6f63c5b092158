import { renderToStaticMarkup } from "react-dom/server";
import { startStaticRouter } from "../lib/router.ts";
import { ToastProvider } from "../ui/Toast.tsx";
import { Layout } from "./Layout.tsx";
import { routes } from "./routes.tsx";

/** Renders the body of the documentation at a path, as it is before any script has run. */
export async function prerenderDocumentation(address: string): Promise<string> {
  await startStaticRouter(routes, address);
  return renderToStaticMarkup(
    <ToastProvider>
      <Layout />
    </ToastProvider>,
  );
}
