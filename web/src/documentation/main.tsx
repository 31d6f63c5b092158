import "../styles/base.css";
import { interceptLinks } from "../lib/intercept-links.ts";
import { openLegalLinksInDialog } from "../lib/legal-dialog.ts";
import { mountPage } from "../lib/mount-page.tsx";
import { navigate, startRouter } from "../lib/router.ts";
import { ToastProvider } from "../ui/Toast.tsx";
import { Layout } from "./Layout.tsx";
import { routes } from "./routes.tsx";

interceptLinks(routes, (address) => navigate(address));
openLegalLinksInDialog();

const root = document.getElementById("root");
await startRouter(routes);
if (root)
  await mountPage(
    root,
    <ToastProvider>
      <Layout />
    </ToastProvider>,
  );
