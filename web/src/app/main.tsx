import "../styles/base.css";
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

followSignOutOfOtherTabs(); // from the first moment: a logout elsewhere must not find a page that does not listen yet
interceptLinks(routes, (address) => navigate(address));
openLegalLinksInDialog();
registerServiceWorkerWhenIdle();

trackSharedSession();

/** A page on a shared computer whose visit is over shows nothing and ends the sign-in. Source: T-19. */
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
  // what was drawn ahead stands there until all of it can be taken over at once
  await started;
  await mountPage(
    root,
    <Providers>
      <ErrorBoundary home="/main-dashboard">
        <Layout />
      </ErrorBoundary>
    </Providers>,
  );
  // the two that people go to and fro between
  const next = location.pathname === "/dashboard" ? "/main-dashboard" : "/dashboard";
  prefetchRouteWhenIdle(routes.find(({ path }) => path === next));
}
