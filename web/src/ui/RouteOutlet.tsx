import { lazy, Suspense, useLayoutEffect } from "react";
import { type Location, useLocation } from "../lib/router.ts";
import { restoreScrollPosition } from "../lib/scroll-restoration.ts";
import { CrashScreen } from "./CrashScreen.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

// few people see it, so its drawing is not part of what everybody waits for
const NotFoundScreen = lazy(async () => ({ default: (await import("./NotFoundScreen.tsx")).NotFoundScreen }));

type Props = {
  /** Where who meets a broken or a missing screen is led, and what leads there. */
  readonly home: string;
  readonly homeLabel: string;
};

/** The screen at the place shown, at its top or where it was left; what is wrong with it, where it is broken or did not come. */
export function RouteOutlet({ home, homeLabel }: Props) {
  const location = useLocation();
  const { pathname, View, loadError: problem } = location;
  useLayoutEffect(() => scrollToLocation(location), [location]);
  return (
    // outside of what changes with the address: a boundary that is new would show nothing instead of the old screen
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
  // who reads what was drawn ahead may have gone on in it
  else if (by !== "opened") scrollTo(0, 0);
}
