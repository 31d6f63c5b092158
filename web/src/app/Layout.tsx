import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation, useRouteError } from "react-router";
import { useNoticeNews } from "../features/notices/use-notice-news.ts";
import { AfterRecord } from "../features/result/after-record.ts";
import { useWelcome } from "../features/social/use-welcome.ts";
import { screenAt } from "../lib/screens.ts";
import { CrashScreen } from "../ui/CrashScreen.tsx";
import { Frame } from "../ui/Frame.tsx";
import { MissingScreen } from "../ui/MissingScreen.tsx";
import { useLiveBalance } from "./live-balance.ts";
import { MailBanner } from "./MailBanner.tsx";
import { useNotices } from "./notices.ts";
import { NoticesPanel, screens, WalletDialog } from "./routes.tsx";
import { TopBar } from "./TopBar.tsx";
import { useWallet } from "./wallet.ts";

const home = "/main-dashboard";

// wanted in nine minutes, so the first screen does not wait for it; without it the server still ends a quiet sign-in
const IdleGuard = lazy(async () => ({
  default: await import("../features/idle/IdleGuard.tsx").then(
    (module) => module.IdleGuard,
    () => () => null,
  ),
}));

// below a record, once that is shown; where it does not load there is nothing
const Sponsors = lazy(async () => ({
  default: await import("../features/sponsors/Sponsors.tsx").then(
    (module) => module.Sponsors,
    () => () => null,
  ),
}));
const afterRecord = (
  <Suspense>
    <Sponsors />
  </Suspense>
);

/** Screens that a person types on. */
const forms: readonly string[] = ["/dashboard", "/profile", "/set-new-password"];

/** Loads the page again, or only what the server knows where a reload would lose what a person has typed. Source: WALLET-13. */
function readAgain(pathname: string, client: QueryClient): void {
  if (forms.includes(pathname)) void client.invalidateQueries();
  else location.reload();
}

/** The application around its screens. */
export function Layout() {
  const { pathname } = useLocation();
  const moving = useNavigation().state !== "idle";
  const client = useQueryClient();
  const wallet = useWallet();
  const notices = useNotices();
  useLiveBalance();
  useWelcome();
  useNoticeNews(notices.isOpen, notices.open);
  const title = screenAt(screens, pathname)?.screen.title ?? "Page not found";
  return (
    <Frame bar={<TopBar />} title={title} pathname={pathname} moving={moving}>
      <MailBanner pathname={pathname} />
      <AfterRecord value={afterRecord}>
        <Outlet />
      </AfterRecord>
      {wallet.isOpen && WalletDialog && (
        <Suspense>
          <WalletDialog onClose={wallet.close} onErrorConfirmed={() => readAgain(pathname, client)} />
        </Suspense>
      )}
      {notices.isOpen && (
        <Suspense>
          <NoticesPanel onClose={notices.close} />
        </Suspense>
      )}
      <Suspense>
        <IdleGuard />
      </Suspense>
      <ScrollRestoration />
    </Frame>
  );
}

/** What stands in the place of a screen that broke. */
export function Crashed() {
  return <CrashScreen error={useRouteError()} home={home} />;
}

/** What stands at an address without a screen. */
export function Missing() {
  return <MissingScreen home={home} homeLabel="Go to the dashboard" />;
}
