import "../styles/base.css";
import { openLegalLinksInDialog } from "../lib/legal-dialog.ts";
import { prefetchNextDocumentWhenIdle } from "../lib/prefetch.ts";
import { interceptLinks } from "../lib/intercept-links.ts";
import { navigate, startRouter } from "../lib/router.ts";
import { registerServiceWorkerWhenIdle } from "../lib/service-worker.ts";
import { removeExpiredDrafts } from "../lib/storage.ts";
import { mountPage } from "../lib/mount-page.tsx";
import { trackSharedSession } from "../lib/shared-computer-session.ts";
import { Layout } from "./Layout.tsx";
import { captureEmailedSecrets } from "./emailed-secrets.ts";
import { routes } from "./routes.tsx";

captureEmailedSecrets();
interceptLinks(routes, (address) => navigate(address));
openLegalLinksInDialog();
registerServiceWorkerWhenIdle();
removeExpiredDrafts();
trackSharedSession();
setInterval(removeExpiredDrafts, 60_000);

const root = document.getElementById("root");
// the prerendered page stays until the live page can replace all of it; a screen that fails to load shows its own
// error
await startRouter(routes);
if (root) await mountPage(root, <Layout />);
prefetchNextDocumentWhenIdle();
