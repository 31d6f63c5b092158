import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useIsNavigating, useLocation } from "../lib/router.ts";
import { classes } from "../ui/classes.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import frame from "../ui/Frame.module.css";
import { OfflineBar } from "../ui/OfflineBar.tsx";
import { RouteOutlet } from "../ui/RouteOutlet.tsx";
import shell from "../ui/Shell.module.css";
import { Skeleton, SkeletonBlock } from "../ui/Skeleton.tsx";
import { ConsoleBar } from "./ConsoleBar.tsx";
import { SignInScreen } from "./screens/SignInScreen.tsx";
import { operatorQuery } from "./use-operator.ts";

/** The console: the current screen for a signed-in operator, the sign-in for everyone else. */
export function Console() {
  const { pathname, title } = useLocation();
  const isNavigating = useIsNavigating();
  const { data: operator, error, isPending, refetch } = useQuery(operatorQuery);
  const main = useRef<HTMLElement>(null);
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    (main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current)?.focus({ preventScroll: true });
  }, [pathname]);
  const isWelcome = pathname.startsWith("/welcome/");
  const needsSignIn = operator === null && !isWelcome;
  return (
    <div className={shell.page}>
      <title>{`${needsSignIn ? "Sign in" : (title ?? "Page not found")} · Console`}</title>
      <a href="#main" className={shell.skip}>
        Skip to content
      </a>
      <div className={classes(frame.progress, isNavigating && frame.moving)} aria-hidden="true" />
      <ConsoleBar operator={operator ?? undefined} />
      <OfflineBar />
      <main id="main" ref={main} tabIndex={-1} className={classes(shell.main, frame.main)}>
        {error ? (
          <ErrorPanel title="The console could not be loaded" next={error.message} onRetry={() => void refetch()} />
        ) : isPending && !isWelcome ? (
          <Skeleton what="the console" onRetry={() => void refetch()}>
            <SkeletonBlock height="12rem" />
          </Skeleton>
        ) : needsSignIn ? (
          <SignInScreen />
        ) : (
          <RouteOutlet home="/" homeLabel="Go to Today" />
        )}
      </main>
    </div>
  );
}
