import { type ComponentType, lazy, Suspense, useDeferredValue } from "react";
import { type Screen, screenAt } from "../lib/screens.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Frame } from "../ui/Frame.tsx";
import { MissingScreen } from "../ui/MissingScreen.tsx";
import { useAddress } from "./place.ts";
import { screens } from "./routes.tsx";
import { SignInBar } from "./SignInBar.tsx";

const fetched = new Map<Screen, ComponentType>();

/** The component of a screen; the same one each time, or its state would be lost. */
function componentOf(screen: Screen): ComponentType {
  const known = fetched.get(screen) ?? lazy(async () => ({ default: await screen.load() }));
  fetched.set(screen, known);
  return known;
}

/** The sign-in document around its screens. The old screen stays until the next one's code is here. */
export function Layout() {
  const address = useAddress();
  const shown = useDeferredValue(address);
  const { pathname } = new URL(shown, location.origin);
  const screen = screenAt(screens, pathname)?.screen;
  const Component = screen && componentOf(screen);
  return (
    <Frame bar={<SignInBar />} title={screen?.title ?? "Page not found"} pathname={pathname} moving={shown !== address}>
      <ErrorBoundary home="/" key={pathname}>
        <Suspense>{Component ? <Component /> : <MissingScreen home="/" homeLabel="Go to the start page" />}</Suspense>
      </ErrorBoundary>
    </Frame>
  );
}
