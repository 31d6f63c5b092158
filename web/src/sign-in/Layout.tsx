import { useMoving, usePlace } from "../lib/place.ts";
import { Frame } from "../ui/Frame.tsx";
import { Shown } from "../ui/Shown.tsx";
import { SignInBar } from "./SignInBar.tsx";

/** The sign-in document around its screens. */
export function Layout() {
  const { pathname, title } = usePlace();
  return (
    <Frame bar={<SignInBar />} title={title ?? "Page not found"} pathname={pathname} moving={useMoving()}>
      <Shown home="/" homeLabel="Go to the start page" />
    </Frame>
  );
}
