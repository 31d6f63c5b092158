import { lazy, Suspense, useLayoutEffect } from "react";
import { type Place, usePlace } from "../lib/place.ts";
import { scrollBack } from "../lib/scrolls.ts";
import { CrashScreen } from "./CrashScreen.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

// few people see it, so its drawing is not part of what everybody waits for
const MissingScreen = lazy(async () => ({ default: (await import("./MissingScreen.tsx")).MissingScreen }));

type Props = {
  /** Where who meets a broken or a missing screen is led, and what leads there. */
  readonly home: string;
  readonly homeLabel: string;
};

/** The screen at the place shown, at its top or where it was left; what is wrong with it, where it is broken or did not come. */
export function Shown({ home, homeLabel }: Props) {
  const place = usePlace();
  const { pathname, View, problem } = place;
  useLayoutEffect(() => scrollFor(place), [place]);
  return (
    // outside of what changes with the address: a boundary that is new would show nothing instead of the old screen
    <Suspense>
      <ErrorBoundary home={home} key={pathname}>
        {View ? (
          <View />
        ) : problem === undefined ? (
          <MissingScreen home={home} homeLabel={homeLabel} />
        ) : (
          <CrashScreen error={problem} home={home} />
        )}
      </ErrorBoundary>
    </Suspense>
  );
}

function scrollFor({ by, key, hash }: Place) {
  if (by === "still" || by === "within") return;
  if (by !== "forward" && scrollBack(key)) return;
  const target = hash && document.getElementById(hash.slice(1));
  if (target) target.scrollIntoView();
  // who reads what was drawn ahead may have gone on in it
  else if (by !== "opened") scrollTo(0, 0);
}
