/** Which document answers an address: what the server is told by `build/documents.json`. `:names` stand for one part of it. */

export const publicPaths = [
  { path: "/", file: "index.html" },
  { path: "/reach/:CLICK_ID", file: "index.html" },
  { path: "/faq", file: "faq/index.html" },
  { path: "/products", file: "products/index.html" },
  { path: "/privacy_policy", file: "privacy_policy/index.html" },
  { path: "/terms_of_service", file: "terms_of_service/index.html" },
  { path: "/contact", file: "contact/index.html" },
  { path: "/accessibility", file: "accessibility/index.html" },
  { path: "/notFoundPage", file: "notFoundPage/index.html" },
];

/**
 * Files of `public/` that answer an address of their own: what a payer comes back to inside the payment frame, and what passes a
 * query on to the server and shows nothing.
 */
export const staticPaths = [
  { path: "/payment/return", file: "payment-return.html" },
  { path: "/sms", file: "sms.html" },
];

export const signInPaths = [
  "/login",
  "/sign-up",
  "/individual/sign-up/:step",
  "/verify-otp",
  "/email-confirm",
  "/check-email",
  "/forgot-password",
  "/reset-password",
  "/reset-password/:email/:token",
];

/** The file for an address in development, where public pages are drawn on demand. */
export function documentFor(address: string): string {
  const fits = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`).test(address);
  const known = staticPaths.find(({ path }) => fits(path));
  if (known) return known.file;
  return signInPaths.some(fits) ? "sign-in.html" : "app.html";
}
