let current = "";

/**
 * The mail address that a mailed code or link has just proved on this page, so that the sign-in after it need not ask for it again.
 * It is kept in the page's memory alone and goes with the page.
 */
export const verifiedEmail = {
  get: (): string => current,
  set: (email: string): void => {
    current = email;
  },
};
