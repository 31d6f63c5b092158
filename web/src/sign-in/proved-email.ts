let proved = "";

/**
 * The mail address that a mailed code or link has just proved on this page, so that the sign-in after it need not ask for it again.
 * It is kept in the page's memory alone and goes with the page.
 */
export const provedEmail = {
  get: (): string => proved,
  set: (email: string): void => {
    proved = email;
  },
};
