/** Use on a shared computer: nothing stays in the browser, and the session ends sooner [T-19]. */

/**
 * Set by the sign-in page and read by the server at every sign-in method. The cookie ends with the browser session.
 * It can only make a session stricter, so it needs no protection.
 */
export const sharedCookieName = "sharedComputer";
export const sharedCookieValue = "yes";

/** The usual countdown follows, then the session ends. */
export const sharedIdleWarningMs = 240_000;
/** The server ends the session a minute after the page would, and after this many hours whatever the activity. */
export const sharedIdleMinutes = 6;
export const sharedSignInHours = 2;
