import { Suspense } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation, useRouteError } from "react-router";
import { IdleGuard } from "../features/idle/IdleGuard.tsx";
import { screenAt } from "../lib/screens.ts";
import { CrashScreen } from "../ui/CrashScreen.tsx";
import { Frame } from "../ui/Frame.tsx";
import { MissingScreen } from "../ui/MissingScreen.tsx";
import { useLiveBalance } from "./live-balance.ts";
import { MailBanner } from "./MailBanner.tsx";
import { screens, WalletDialog } from "./routes.tsx";
import { TopBar } from "./TopBar.tsx";
import { useWallet } from "./wallet.ts";

const home = "/main-dashboard";

/** The application around its screens. */
export function Layout() {
  const { pathname } = useLocation();
  const moving = useNavigation().state !== "idle";
  const wallet = useWallet();
  useLiveBalance();
  const title = screenAt(screens, pathname)?.screen.title ?? "Page not found";
  return (
    <Frame bar={<TopBar />} title={title} pathname={pathname} moving={moving}>
      <MailBanner pathname={pathname} />
      <Outlet />
      {wallet.isOpen && WalletDialog && (
        <Suspense>
          <WalletDialog onClose={wallet.close} />
        </Suspense>
      )}
      <IdleGuard />
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
