import { Suspense } from "react";
import { ConfirmMailNotice } from "./problem-dialogs.ts";
import { useUser } from "./user.ts";

/** Where a person would sooner or later be refused for want of a proved mailbox, or can be told in peace. */
const places: readonly string[] = ["/dashboard", "/main-dashboard", "/profile"];

/** Asks to confirm the mail address, until that is done. */
export function MailBanner({ pathname }: { readonly pathname: string }) {
  const { data: user } = useUser();
  if (user?.emailConfirmed !== false || !places.includes(pathname)) return null;
  return (
    <Suspense>
      <ConfirmMailNotice />
    </Suspense>
  );
}
