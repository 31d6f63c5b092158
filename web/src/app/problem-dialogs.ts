import { lazy } from "react";

const confirmMail = () => import("../features/security/ConfirmMail.tsx");

/** Stands above the screens while the mailbox is not proved. */
export const ConfirmMailNotice = lazy(async () => ({ default: (await confirmMail()).ConfirmMailNotice }));

/** Refusals about which something can be done on any screen. */
export const problemDialogs = {
  email_not_confirmed: lazy(async () => ({ default: (await confirmMail()).ConfirmMailDialog })),
  sign_in_again: lazy(async () => ({
    default: (await import("../features/security/SignInAgainDialog.tsx")).SignInAgainDialog,
  })),
};
