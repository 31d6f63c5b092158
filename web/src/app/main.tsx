import "../styles/base.css";
import { openLegalLinks } from "../lib/legal-dialog.ts";
import { fetchAheadWhenIdle } from "../lib/fetch-ahead.ts";
import { followLinks } from "../lib/links.ts";
import { go, openPlace } from "../lib/place.ts";
import { registerWorkerLater } from "../lib/service-worker.ts";
import { leaveWithOthers } from "../lib/session.ts";
import { signOut } from "../lib/sign-out.ts";
import { forgetOthers, sharedComputer } from "../lib/storage.ts";
import { takeOver } from "../lib/take-over.tsx";
import { keepVisit, visitGoesOn } from "../lib/visit.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Around } from "./Around.tsx";
import { Layout } from "./Layout.tsx";
import { isOurs, screens } from "./routes.tsx";

leaveWithOthers(); // from the first moment: a logout elsewhere must not find a page that does not listen yet
followLinks(screens, (address) => go(address));
openLegalLinks();
registerWorkerLater();

keepVisit();

/** A page on a shared computer whose visit is over shows nothing and ends the sign-in. Source: T-19. */
async function mayStand(): Promise<boolean> {
  if (!sharedComputer.get()) return true;
  forgetOthers();
  if (await visitGoesOn()) return true;
  await signOut("/login");
  return false;
}

const root = document.getElementById("root");
const opened = isOurs(location.pathname) && openPlace(screens);
if (!opened) location.replace("/notFoundPage");
else if (root && (await mayStand())) {
  // what was drawn ahead stands there until all of it can be taken over at once
  await opened;
  await takeOver(
    root,
    <Around>
      <ErrorBoundary home="/main-dashboard">
        <Layout />
      </ErrorBoundary>
    </Around>,
  );
  // the two that people go to and fro between
  const next = location.pathname === "/dashboard" ? "/main-dashboard" : "/dashboard";
  fetchAheadWhenIdle(screens.find(({ path }) => path === next));
}
