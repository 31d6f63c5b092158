import { Suspense } from "react";
import { LazyConfirmEmailNotice } from "./problem-dialogs.ts";
import { useUser } from "./use-user.ts";

/** Where a person would sooner or later be refused for want of a proved mailbox, or can be told in peace. */
const bannerPaths: readonly string[] = ["/dashboard", "/main-dashboard", "/profile"];

/** Asks to confirm the mail address, until that is done. */
export function EmailBanner({ pathname }: { readonly pathname: string }) {
  const { data: user } = useUser();
  if (user?.emailConfirmed !== false || !bannerPaths.includes(pathname)) return null;
  return (
    <Suspense>
      <LazyConfirmEmailNotice />
    </Suspense>
  );
}
