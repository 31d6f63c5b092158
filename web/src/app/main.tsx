import "../styles/base.css";
import { readOrganisationFromUrl, reloadAfterSwitch } from "../lib/switch-organisation.ts";
import { openLegalLinksInDialog } from "../lib/legal-dialog.ts";
import { prefetchRouteWhenIdle } from "../lib/prefetch.ts";
import { interceptLinks } from "../lib/intercept-links.ts";
import { navigate, startRouter } from "../lib/router.ts";
import { registerServiceWorkerWhenIdle } from "../lib/service-worker.ts";
import { followSignOutOfOtherTabs } from "../lib/session.ts";
import { signOut } from "../lib/sign-out.ts";
import { clearPersistentStorage, sharedComputer } from "../lib/storage.ts";
import { mountPage } from "../lib/mount-page.tsx";
import { trackSharedSession, isSharedSessionAlive } from "../lib/shared-computer-session.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Providers } from "./Providers.tsx";
import { Layout } from "./Layout.tsx";
import { isAppPath, routes } from "./routes.tsx";

readOrganisationFromUrl();
reloadAfterSwitch();
followSignOutOfOtherTabs(); // first of all: a logout in another tab must not miss a page that is still loading
interceptLinks(routes, (address) => navigate(address));
openLegalLinksInDialog();
registerServiceWorkerWhenIdle();

trackSharedSession();

/** On a shared computer, a page whose session has ended shows nothing and signs out [T-19]. */
async function canShowPage(): Promise<boolean> {
  if (!sharedComputer.get()) return true;
  clearPersistentStorage();
  if (await isSharedSessionAlive()) return true;
  await signOut("/login");
  return false;
}

const root = document.getElementById("root");
const started = isAppPath(location.pathname) && startRouter(routes);
if (!started) location.replace("/notFoundPage");
else if (root && (await canShowPage())) {
  // the prerendered page stays until the live page can replace all of it at once
  await started;
  await mountPage(
    root,
    <Providers>
      <ErrorBoundary home="/main-dashboard">
        <Layout />
      </ErrorBoundary>
    </Providers>,
  );
  // users switch between these two screens most
  const next = location.pathname === "/dashboard" ? "/main-dashboard" : "/dashboard";
  prefetchRouteWhenIdle(routes.find(({ path }) => path === next));
}
