import { Suspense } from "react";
import { LazyConfirmEmailNotice } from "./problem-dialogs.ts";
import { useUser } from "./use-user.ts";

/** Screens where an unverified email would later block the user, or where the banner interrupts nothing. */
const bannerPaths: readonly string[] = ["/dashboard", "/main-dashboard", "/profile"];

/** Asks the user to confirm their email address until they do. */
export function EmailBanner({ pathname }: { readonly pathname: string }) {
  const { data: user } = useUser();
  if (user?.emailConfirmed !== false || !bannerPaths.includes(pathname)) return null;
  return (
    <Suspense>
      <LazyConfirmEmailNotice />
    </Suspense>
  );
}
