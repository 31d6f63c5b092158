/** Using the product on a computer that others use as well: nothing stays in the browser, and the sign-in ends sooner. Source: T-19. */

/**
 * The browser's own word that it is shared, set by the sign-in page and read by the server at every way of signing in. It ends with
 * the browser, and can only make a sign-in stricter, so it needs no protection.
 */
export const sharedCookieName = "sharedComputer";
export const sharedCookieValue = "yes";

/** As on any computer the countdown follows, then the sign-in ends. Our figure. */
export const sharedIdleWarningMs = 240_000;
/** The server ends it a minute after the page would have, and after this long however busy. Our figures. */
export const sharedIdleMinutes = 6;
export const sharedSignInHours = 2;
