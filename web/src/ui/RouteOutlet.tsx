import { lazy, Suspense, useLayoutEffect } from "react";
import { type Location, useLocation } from "../lib/router.ts";
import { restoreScrollPosition } from "../lib/scroll-restoration.ts";
import { CrashScreen } from "./CrashScreen.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

// rarely seen, so it is not part of the main bundle
const NotFoundScreen = lazy(async () => ({ default: (await import("./NotFoundScreen.tsx")).NotFoundScreen }));

type Props = {
  /** Target and label of the link on a crashed or missing screen. */
  readonly home: string;
  readonly homeLabel: string;
};

/**
 * Renders the current screen at the top or at its restored scroll position, or the error of a screen that crashed
 * or failed to load.
 */
export function RouteOutlet({ home, homeLabel }: Props) {
  const location = useLocation();
  const { pathname, View, loadError: problem } = location;
  useLayoutEffect(() => scrollToLocation(location), [location]);
  return (
    // outside of the keyed part: a new boundary would show its fallback instead of the old screen
    <Suspense>
      <ErrorBoundary home={home} key={pathname}>
        {View ? (
          <View />
        ) : problem === undefined ? (
          <NotFoundScreen home={home} homeLabel={homeLabel} />
        ) : (
          <CrashScreen error={problem} home={home} />
        )}
      </ErrorBoundary>
    </Suspense>
  );
}

function scrollToLocation({ navigationType: by, key, hash }: Location) {
  if (by === "still" || by === "within") return;
  if (by !== "forward" && restoreScrollPosition(key)) return;
  const target = hash && document.getElementById(hash.slice(1));
  if (target) target.scrollIntoView();
  // the user may have scrolled in the prerendered page
  else if (by !== "opened") scrollTo(0, 0);
}
