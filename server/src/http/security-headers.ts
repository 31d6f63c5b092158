import type { FastifyInstance, FastifyReply } from "fastify";
import helmet, { type HelmetOptions } from "helmet";

export type HeaderOptions = {
  readonly production: boolean;
  /** Where the payment provider's hosted page lives: the only foreign frame. */
  readonly paymentOrigin: string;
  /** Where the capture page of a live face lives, framed by one document alone; undefined where there is none. */
  readonly captureOrigin?: string | undefined;
  /** What others' sign-in scripts need in the sign-in document. */
  readonly signIn?: SignInCspSources;
};

/** Addresses that the sign-in document alone may load from, each as a source of a content security policy. */
export type SignInCspSources = {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly style: readonly string[];
};

/** The page inside the payment frame, after the provider sends it back: the only one that may be framed, by us alone. */
export const paymentReturnPath = "/payment/return";

/** The document that holds the capture page. Source: LIVEFACE-01. */
const liveFacePath = "/liveFace";

type CspDirectives = Readonly<Record<string, readonly string[] | null>>;

const denyAllCsp = {
  defaultSrc: ["'none'"],
  formAction: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** What a document may load: this product's own files, and the payment provider's frame. */
const documentCsp = ({ production, paymentOrigin }: HeaderOptions) => ({
  ...denyAllCsp,
  scriptSrc: ["'self'"],
  workerSrc: ["'self'"],
  styleSrc: ["'self'"],
  styleSrcAttr: ["'unsafe-inline'"],
  imgSrc: ["'self'", "data:", "blob:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  frameSrc: ["'self'", paymentOrigin],
  formAction: ["'self'"],
  upgradeInsecureRequests: production ? [] : null,
});

type Policy = {
  readonly csp: CspDirectives;
  readonly frameOptions?: "deny" | "sameorigin";
  readonly referrer?: "no-referrer" | "strict-origin-when-cross-origin";
};

const createHelmet = (
  production: boolean,
  { csp, frameOptions = "deny", referrer = "strict-origin-when-cross-origin" }: Policy,
  others: Pick<HelmetOptions, keyof typeof withoutDocumentHeaders> = {},
) =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...csp } },
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: referrer },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xFrameOptions: { action: frameOptions },
    ...others,
  });

/** API responses omit the headers that browsers read on documents only. */
const withoutDocumentHeaders = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

const permissionsPolicy = (camera: string) =>
  `camera=${camera}, microphone=(), geolocation=(), payment=(self), usb=(), interest-cohort=()`;

/**
 * Adds security headers to every response, errors included. No inline and no foreign script anywhere; style attributes may be inline.
 * Source: design 7, T-35, T-61, T-63, T-76.
 */
export function addSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const { production, captureOrigin, paymentOrigin } = options;
  const csp = documentCsp(options);
  const setDocumentHeaders = createHelmet(production, { csp });
  const setApiHeaders = createHelmet(production, { csp: denyAllCsp }, withoutDocumentHeaders);
  const setPaymentReturnHeaders = createHelmet(production, {
    csp: { ...csp, frameAncestors: ["'self'"] },
    frameOptions: "sameorigin",
  });
  // one document embeds the live face page and allows it the camera; its URL goes to no other origin [T-50]
  const setLiveFaceHeaders =
    captureOrigin === undefined
      ? undefined
      : createHelmet(production, {
          csp: { ...csp, frameSrc: ["'self'", captureOrigin, paymentOrigin] },
          referrer: "no-referrer",
        });
  app.addHook("onRequest", (request, reply, done) => {
    const path = decodedPath(request.url);
    const isApi = path.startsWith("/api/") || path.startsWith("/health/");
    const isLiveFace = setLiveFaceHeaders !== undefined && path.replace(/\/+$/, "") === liveFacePath;
    const { raw } = reply;
    raw.setHeader("permissions-policy", permissionsPolicy(isLiveFace ? `(self "${captureOrigin}")` : "()"));
    raw.setHeader("x-robots-tag", "noindex"); // `allowIndexing` removes it
    raw.setHeader("x-request-id", request.id);
    if (isApi) raw.setHeader("cache-control", "no-store"); // a picture replaces it
    let setHeaders = setDocumentHeaders;
    if (isApi) setHeaders = setApiHeaders;
    else if (path === paymentReturnPath) setHeaders = setPaymentReturnHeaders;
    else if (isLiveFace) setHeaders = setLiveFaceHeaders;
    setHeaders(request.raw, raw, (error) => done(error instanceof Error ? error : undefined));
  });
}

/** The path of an address as the router reads it: `/%61pi` is `/api`. */
export function decodedPath(url: string): string {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  return path.includes("%") ? decodeURIComponent(path) : path;
}

/** Leaves it to search engines to list an answer, as they may with public pages and no other. */
export function allowIndexing(reply: FastifyReply): void {
  reply.removeHeader("x-robots-tag");
}

/**
 * Opens the sign-in document, and no other answer, to the scripts of providers that are on here. Their windows must reach their
 * opener, and they look at where it is: the origin is told, never the rest of the address, and nothing at all where that holds a
 * mailed token. Source: design 7, T-12.
 * @param path the document's path with its `:names`
 */
export function relaxCspForSignIn(reply: FastifyReply, sources: SignInCspSources | undefined, path: string): void {
  if (path.includes(":token")) reply.header("referrer-policy", "no-referrer");
  if (!sources || Object.values(sources).every((list) => list.length === 0)) return;
  let policy = String(reply.getHeader("content-security-policy") ?? "");
  for (const kind of ["script", "frame", "connect", "style"] as const)
    policy = policy.replace(`${kind}-src 'self'`, [`${kind}-src 'self'`, ...sources[kind]].join(" "));
  reply.header("content-security-policy", policy);
  reply.header("cross-origin-opener-policy", "same-origin-allow-popups");
  if (!path.includes(":token")) reply.header("referrer-policy", "strict-origin");
}
