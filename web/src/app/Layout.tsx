import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useNoticeNews } from "../features/notices/use-notice-news.ts";
import { AfterRecord } from "../features/result/after-record.ts";
import { useWelcome } from "../features/social/use-welcome.ts";
import { useMoving, usePlace } from "../lib/place.ts";
import { Frame } from "../ui/Frame.tsx";
import { Shown } from "../ui/Shown.tsx";
import { useLiveBalance } from "./live-balance.ts";
import { MailBanner } from "./MailBanner.tsx";
import { useNotices } from "./notices.ts";
import { NoticesPanel, WalletDialog } from "./routes.tsx";
import { SharedStrip } from "./SharedStrip.tsx";
import { TopBar } from "./TopBar.tsx";
import { useWallet } from "./wallet.ts";

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
  const { pathname, title } = usePlace();
  const moving = useMoving();
  const client = useQueryClient();
  const wallet = useWallet();
  const notices = useNotices();
  useLiveBalance();
  useWelcome();
  useNoticeNews(notices.isOpen, notices.open);
  return (
    <Frame
      bar={
        <>
          <TopBar />
          <SharedStrip />
        </>
      }
      title={title ?? "Page not found"}
      pathname={pathname}
      moving={moving}
    >
      <MailBanner pathname={pathname} />
      <AfterRecord value={afterRecord}>
        <Shown home="/main-dashboard" homeLabel="Go to the dashboard" />
      </AfterRecord>
      {wallet.isOpen && (
        <Suspense>
          <WalletDialog
            missing={wallet.missing}
            onClose={wallet.close}
            onErrorConfirmed={() => readAgain(pathname, client)}
          />
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
    </Frame>
  );
}
