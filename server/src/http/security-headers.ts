import type { FastifyInstance, FastifyReply } from "fastify";
import helmet, { type HelmetOptions } from "helmet";

export type HeaderOptions = {
  readonly production: boolean;
  /** Origin of the payment provider's page: the only foreign frame. */
  readonly paymentOrigin: string;
  /** Origin of the live face page, which one document may frame; undefined without one. */
  readonly captureOrigin?: string | undefined;
  /** Sources that the sign-in document may load. */
  readonly signIn?: SignInCspSources;
};

/** CSP sources that only the sign-in document may load. */
export type SignInCspSources = {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly style: readonly string[];
};

/** The page inside the payment frame after the provider's redirect: the only one that this site may frame. */
export const paymentReturnPath = "/payment/return";

/** The document that frames the live face page. [LIVEFACE-01] */
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
 * Adds security headers to every response, errors included. No inline and no foreign scripts; style attributes may
 * be inline. [T-35 T-61 T-63 T-76]
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

/** The decoded path of a URL, as the router reads it: `/%61pi` is `/api`. */
export function decodedPath(url: string): string {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  return path.includes("%") ? decodeURIComponent(path) : path;
}

/** Allows search engines to index a response; only public pages use this. */
export function allowIndexing(reply: FastifyReply): void {
  reply.removeHeader("x-robots-tag");
}

/**
 * Allows the sign-in document to load the scripts of the configured providers. Their pop-up windows need their
 * opener and check its origin, so that is sent as referrer; nothing is sent from a URL with an emailed token.
 * [T-12]
 * @param path the route, with its `:parameters`
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
