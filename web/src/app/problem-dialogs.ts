import { lazy } from "react";

const loadConfirmEmail = () => import("../features/security/ConfirmEmail.tsx");

/** Shown above the screens while the email address is unverified. */
export const LazyConfirmEmailNotice = lazy(async () => ({ default: (await loadConfirmEmail()).ConfirmEmailNotice }));

/** Dialogs for problems that the user can solve on any screen. */
export const problemDialogs = {
  email_not_confirmed: lazy(async () => ({ default: (await loadConfirmEmail()).ConfirmEmailDialog })),
  sign_in_again: lazy(async () => ({
    default: (await import("../features/security/SignInAgainDialog.tsx")).SignInAgainDialog,
  })),
};
