import { lazy } from "react";

const loadConfirmEmail = () => import("../features/security/ConfirmEmail.tsx");

/** Stands above the screens while the mailbox is not proved. */
export const LazyConfirmEmailNotice = lazy(async () => ({ default: (await loadConfirmEmail()).ConfirmEmailNotice }));

/** Refusals about which something can be done on any screen. */
export const problemDialogs = {
  email_not_confirmed: lazy(async () => ({ default: (await loadConfirmEmail()).ConfirmEmailDialog })),
  sign_in_again: lazy(async () => ({
    default: (await import("../features/security/SignInAgainDialog.tsx")).SignInAgainDialog,
  })),
};
