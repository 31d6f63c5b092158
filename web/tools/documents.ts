/** Maps paths to documents; the server reads it as `build/documents.json`. Each `:name` matches one segment. */

/**
 * A placeholder in the built files for the product's public origin, which is only known at run time: search engines
 * and link previews need absolute URLs. The server replaces it.
 */
export const originPlaceholder = "https://origin-to-fill.invalid";

/** Disallowed in robots.txt: API calls, and pages about one person or one report. */
const disallowedPaths = ["/api/", "/consent/", "/docs", "/join/", "/my-data", "/verify/"];

/** Text files for crawlers, each at its own path. */
export const crawlerFilePaths = [
  { path: "/robots.txt", file: "robots.txt" },
  { path: "/sitemap.xml", file: "sitemap.xml" },
];

/** @param origin the product's public origin */
export function renderRobotsTxt(origin: string): string {
  const lines = ["User-agent: *", "Allow: /", ...disallowedPaths.map((path) => `Disallow: ${path}`)];
  return `${[...lines, "", `Sitemap: ${origin}/sitemap.xml`].join("\n")}\n`;
}

/** Pages that the server renders and search engines may index. */
export const serverRenderedPages = [{ path: "/transparency", changed: undefined }] as const;

/**
 * The sitemap: these pages, the indexed screens of the sign-in document, and the server's own pages. Source:
 * sitemaps.org, protocol 0.9.
 * @param pages with the date of their last change, if known
 */
export function renderSitemap(
  origin: string,
  pages: readonly { readonly path: string; readonly changed?: string | undefined }[],
): string {
  const screens = prerenderedPaths
    .filter(({ isIndexed: isFound }) => isFound)
    .map(({ path }) => ({ path, changed: undefined }));
  const entries = [...pages, ...screens, ...serverRenderedPages].map(
    ({ path, changed }) =>
      `  <url><loc>${origin}${path}</loc>${changed === undefined ? "" : `<lastmod>${changed}</lastmod>`}</url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`;
}

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

/** Shown instead of a document that cannot be fetched; the service worker caches it. */
export const offlinePath = { path: "/offline", file: "offline.html" };

/**
 * Files of `public/` with a path of their own: the return page inside the payment frame, and a page that passes its
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
  "/join",
  "/join/:token",
];

/** The other paths of the documentation, which has no secrets and needs no sign-in. */
export const documentationPaths = ["/developers/docs/calls/:call"];

type PrerenderedPath = {
  readonly path: string;
  readonly file: string;
  readonly template: "sign-in.html" | "app.html" | "documentation.html";
  /**
   * The source file of its screen, whose chunks load with the document; without one the screen is part of the main
   * bundle.
   */
  readonly screen?: string;
  readonly description: string;
  readonly isIndexed?: true;
};

/** A page of the documentation, which search engines may index. */
function documentation(path: string, screen: string, description: string): PrerenderedPath {
  const file = `${path.slice(1).replaceAll("/", "-")}.html`;
  return {
    path,
    file,
    template: "documentation.html",
    screen: `src/documentation/${screen}.tsx`,
    description,
    isIndexed: true,
  };
}

/**
 * Prerendered documents, each made from the empty document `of` its kind: a visitor can read the page before its
 * script has loaded. Those with `isFound` are indexed; the others have noindex.
 */
export const prerenderedPaths: readonly PrerenderedPath[] = [
  {
    path: "/login",
    file: "login.html",
    template: "sign-in.html",
    isIndexed: true,
    description:
      "Sign in to verify identities in Nigeria with the consent of the person, and to see what you asked for.",
  },
  {
    path: "/sign-up",
    file: "sign-up.html",
    template: "sign-in.html",
    isIndexed: true,
    screen: "src/sign-in/pages/SignUpPage.tsx",
    description: "Create an account to verify identities in Nigeria, for yourself or for a business.",
  },
  {
    path: "/individual/sign-up/1",
    file: "sign-up-individual.html",
    template: "sign-in.html",
    isIndexed: true,
    screen: "src/sign-in/pages/IndividualPage.tsx",
    description: "Create an account of your own to verify identities in Nigeria. It costs nothing until you ask.",
  },
  {
    path: "/individual/sign-up/2",
    file: "sign-up-business.html",
    template: "sign-in.html",
    isIndexed: true,
    screen: "src/sign-in/pages/BusinessDetailsPage.tsx",
    description: "Create an account for a registered business to verify identities in Nigeria.",
  },
  {
    path: "/forgot-password",
    file: "forgot-password.html",
    template: "sign-in.html",
    screen: "src/sign-in/pages/ForgotPasswordPage.tsx",
    description: "Get a link by mail with which to set a new password.",
  },
  {
    path: "/main-dashboard",
    file: "main-dashboard.html",
    template: "app.html",
    description: "What you asked for, how each request stands, and your wallet.",
  },
  {
    path: "/dashboard",
    file: "dashboard.html",
    template: "app.html",
    screen: "src/app/VerifyScreen.tsx",
    description: "Choose what to verify about whom, and pay.",
  },
  documentation("/developers/docs", "OverviewPage", "Guides and calls of the API, which you can try in test mode."),
  documentation("/developers/changes", "ChangesPage", "Versions, deprecations and additions of the API, by date."),
  ...[
    ["quick-start", "From a test key to the result of your first check, call by call."],
    ["checks", "Checks of people with consent, bulk files, and what each outcome costs."],
    ["keys", "API keys of an organisation: scopes, expiry, addresses and rolling."],
    ["errors", "Errors of the API, limits, and which calls are safe to repeat."],
    ["webhooks", "Signed events that report consent, outcomes and payments to your server."],
    ["versions", "Dated versions of the API, and for how long they work."],
    ["test-mode", "Play money, reserved numbers and an inbox for tests of your integration."],
    ["client", "The typed client for JavaScript and TypeScript."],
  ].map(([name, description]) => documentation(`/developers/docs/${name}`, "GuidePage", description ?? "")),
];

/** The file for a path in development, where public pages are rendered on demand. */
export function documentFor(address: string): string {
  const fits = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`).test(address);
  const known = staticPaths.find(({ path }) => fits(path));
  if (known) return known.file;
  if (signInPaths.some(fits)) return "sign-in.html";
  const isDocumentation =
    documentationPaths.some(fits) ||
    prerenderedPaths.some(({ path, template }) => template === "documentation.html" && fits(path));
  return isDocumentation ? "documentation.html" : "app.html";
}
