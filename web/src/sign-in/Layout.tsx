import { lazy, Suspense, useDeferredValue } from "react";
import { screenAt } from "../lib/screens.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Frame } from "../ui/Frame.tsx";
import { useAddress } from "./place.ts";
import { screens } from "./routes.tsx";
import { SignInBar } from "./SignInBar.tsx";

const views = screens.map(({ path, title, load }) => ({
  path,
  title,
  View: lazy(async () => ({ default: await load() })),
}));

// few people see it, so its drawing is not part of what everybody waits for
const MissingScreen = lazy(async () => ({ default: (await import("../ui/MissingScreen.tsx")).MissingScreen }));

/** The sign-in document around its screens. The old screen stays until the next one's code is here. */
export function Layout() {
  const address = useAddress();
  const shown = useDeferredValue(address);
  const { pathname } = new URL(shown, location.origin);
  const screen = screenAt(views, pathname)?.screen;
  return (
    <Frame bar={<SignInBar />} title={screen?.title ?? "Page not found"} pathname={pathname} moving={shown !== address}>
      {/* outside of what changes with the address: a boundary that is new would show nothing instead of the old screen */}
      <Suspense>
        <ErrorBoundary home="/" key={pathname}>
          {screen ? <screen.View /> : <MissingScreen home="/" homeLabel="Go to the start page" />}
        </ErrorBoundary>
      </Suspense>
    </Frame>
  );
}
