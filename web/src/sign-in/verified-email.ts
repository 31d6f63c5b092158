let current = "";

/**
 * The email address that a code or link has just verified on this page, so that sign-in does not ask to verify it
 * again. In memory only.
 */
export const verifiedEmail = {
  get: (): string => current,
  set: (email: string): void => {
    current = email;
  },
};
