import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNoticeUpdates } from "../features/notices/use-notice-updates.ts";
import { AfterRecord } from "../features/result/after-record.ts";
import { useSocialWelcome } from "../features/social/use-social-welcome.ts";
import { activeOrganisation } from "../lib/active-organisation.ts";
import { useIsNavigating, useLocation } from "../lib/router.ts";
import { storedInvitation, storedOrganisationLost } from "../lib/storage.ts";
import { Frame } from "../ui/Frame.tsx";
import { RouteOutlet } from "../ui/RouteOutlet.tsx";
import { useHashDialog } from "./use-hash-dialog.ts";
import { useLiveBalance } from "./use-live-balance.ts";
import { EmailBanner } from "./EmailBanner.tsx";
import { SuspensionBanner } from "./SuspensionBanner.tsx";
import { useNoticesPanel } from "./use-notices-panel.ts";
import { AccountsDialog, NoticesPanel, ShortcutsDialog, WalletDialog } from "./routes.tsx";
import { SharedComputerBar } from "./SharedComputerBar.tsx";
import { TestModeBar } from "./TestModeBar.tsx";
import { TopBar } from "./TopBar.tsx";
import { useShortcuts } from "./use-shortcuts.ts";
import { useUser } from "./use-user.ts";
import { useWalletDialog } from "./use-wallet-dialog.ts";

const OrganisationWatch = lazy(async () => ({
  default: (await import("./OrganisationWatch.tsx")).OrganisationWatch,
}));
const InvitationNotice = lazy(async () => ({ default: (await import("./InvitationNotice.tsx")).InvitationNotice }));

// needed after minutes of inactivity, so the first screen does not wait for it; the server ends an idle session
// anyway
const IdleGuard = lazy(async () => ({
  default: await import("../features/idle/IdleGuard.tsx").then(
    (module) => module.IdleGuard,
    () => () => null,
  ),
}));

// shown below a record once that is loaded; if the chunk fails to load, nothing is shown
const Sponsors = lazy(async () => ({
  default: await import("../features/sponsors/SponsorBanners.tsx").then(
    (module) => module.SponsorBanners,
    () => () => null,
  ),
}));
const afterRecord = (
  <Suspense>
    <Sponsors />
  </Suspense>
);

/** Screens with forms. */
const formPaths: readonly string[] = [
  "/dashboard",
  "/individual/verify",
  "/profile",
  "/set-new-password",
  "/organisation/settings",
  "/organisation/security",
];

/** Reloads the page, or refetches the data where a reload would lose what the user has typed [WALLET-13]. */
function refreshPage(pathname: string, client: QueryClient): void {
  if (formPaths.includes(pathname)) void client.invalidateQueries();
  else location.reload();
}

/** The layout around the application's screens. */
export function Layout() {
  const { pathname, title } = useLocation();
  const isNavigating = useIsNavigating();
  const client = useQueryClient();
  const wallet = useWalletDialog();
  const notices = useNoticesPanel();
  const accounts = useHashDialog("accounts");
  const [rightsVersion, setRightsVersion] = useState(0);
  const { data: user } = useUser();
  const isInOrganisation =
    user?.organisation || activeOrganisation() !== undefined || storedOrganisationLost.get() !== undefined;
  const shortcuts = useHashDialog("shortcuts");
  useShortcuts(shortcuts.open);
  useLiveBalance();
  useSocialWelcome();
  useNoticeUpdates(notices.isOpen, notices.open);
  return (
    <Frame
      bar={
        <>
          <TopBar />
          <SharedComputerBar />
          <TestModeBar />
        </>
      }
      title={title ?? "Page not found"}
      pathname={pathname}
      isNavigating={isNavigating}
    >
      <SuspensionBanner />
      <EmailBanner pathname={pathname} />
      <Suspense>
        {pathname === "/main-dashboard" && storedInvitation.get() !== undefined && <InvitationNotice />}
        {isInOrganisation && (
          <OrganisationWatch
            keepsScreen={formPaths.includes(pathname)}
            onRightsChanged={() => setRightsVersion((before) => before + 1)}
          />
        )}
      </Suspense>
      <AfterRecord value={afterRecord}>
        <RouteOutlet key={rightsVersion} home="/main-dashboard" homeLabel="Go to the dashboard" />
      </AfterRecord>
      {wallet.isOpen && (
        <Suspense>
          <WalletDialog
            missing={wallet.missing}
            onClose={wallet.close}
            onErrorConfirmed={() => refreshPage(pathname, client)}
          />
        </Suspense>
      )}
      {notices.isOpen && (
        <Suspense>
          <NoticesPanel onClose={notices.close} />
        </Suspense>
      )}
      {accounts.isOpen && (
        <Suspense>
          <AccountsDialog onClose={accounts.close} />
        </Suspense>
      )}
      {shortcuts.isOpen && (
        <Suspense>
          <ShortcutsDialog onClose={shortcuts.close} />
        </Suspense>
      )}
      <Suspense>
        <IdleGuard />
      </Suspense>
    </Frame>
  );
}
