import { useIsNavigating, useLocation } from "../lib/router.ts";
import { Frame } from "../ui/Frame.tsx";
import { RouteOutlet } from "../ui/RouteOutlet.tsx";
import { SignInBar } from "./SignInBar.tsx";

/** The layout around the screens of the sign-in document. */
export function Layout() {
  const { pathname, title } = useLocation();
  return (
    <Frame bar={<SignInBar />} title={title ?? "Page not found"} pathname={pathname} isNavigating={useIsNavigating()}>
      <RouteOutlet home="/" homeLabel="Go to the start page" />
    </Frame>
  );
}
