import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { applyPrecomputedHeaders, precomputeHeaders } from "./precomputed-headers.ts";

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

type Headers = Readonly<Record<"content-security-policy" | "permissions-policy", string>> &
  Readonly<Record<string, string>>;

/** What differs between answers of two kinds. */
type HeaderPolicy = Pick<
  HelmetOptions,
  | "contentSecurityPolicy"
  | "originAgentCluster"
  | "xDnsPrefetchControl"
  | "xDownloadOptions"
  | "xPermittedCrossDomainPolicies"
  | "xXssProtection"
>;

/** What a document may load and do: our own, and the payment provider's frame. */
const documentPolicy = ({ production, paymentOrigin }: HeaderOptions): HeaderPolicy => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
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
    },
  },
});
const denyAllCsp = {
  defaultSrc: ["'none'"],
  formAction: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** An answer of the API is data: it loads nothing, and what browsers ask of documents alone is left out of it. */
const dataPolicy: HeaderPolicy = {
  contentSecurityPolicy: { useDefaults: false, directives: denyAllCsp },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** What every answer of a kind says, worked out once: nothing in it depends on the call. */
function precomputePolicyHeaders({ production }: HeaderOptions, kind: HeaderPolicy): Headers {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    ...kind,
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  })(response.req, response, (error) => {
    if (error) throw new Error("headers: the policy cannot be worked out", { cause: error });
  });
  return {
    ...Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])),
    "content-security-policy": String(response.getHeader("content-security-policy")),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self), usb=(), interest-cohort=()",
    "x-robots-tag": "noindex", // but for what `letFind` is said of
  };
}

/**
 * Security headers on every answer, errors included. No inline and no foreign script anywhere; style attributes may be inline.
 * Source: design 7, T-35, T-61, T-63, T-76.
 */
export function addSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const usual = precomputePolicyHeaders(options, documentPolicy(options));
  const data = { ...precomputePolicyHeaders(options, dataPolicy), "cache-control": "no-store" }; // a picture says otherwise
  const readyData = precomputeHeaders(data);
  const framed = {
    ...usual,
    "content-security-policy": usual["content-security-policy"].replace(
      "frame-ancestors 'none'",
      "frame-ancestors 'self'",
    ),
    "x-frame-options": "SAMEORIGIN",
  };
  const capture = options.captureOrigin === undefined ? usual : relaxCspForLiveFace(usual, options.captureOrigin);
  const headersOf = (path: string): Headers => {
    if (path.startsWith("/api/") || path.startsWith("/health/")) return data;
    if (path === paymentReturnPath) return framed;
    return path.replace(/\/+$/, "") === liveFacePath ? capture : usual;
  };
  app.addHook("onRequest", (request, reply, done) => {
    const path = decodedPath(request.url);
    const headers = headersOf(path);
    // not on the raw answer: Node would keep each of them there, look at it, and do both again when it writes the answer's head
    if (headers !== data || !applyPrecomputedHeaders(reply.raw, readyData)) reply.headers(headers);
    reply.header("x-request-id", request.id);
    done();
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

/** Lets one document hold the capture page and hand it the camera, which no other page has; nothing of its address is told. Source: T-50. */
const relaxCspForLiveFace = (usual: Headers, origin: string): Headers => ({
  ...usual,
  "content-security-policy": usual["content-security-policy"].replace("frame-src 'self'", `frame-src 'self' ${origin}`),
  "referrer-policy": "no-referrer",
  "permissions-policy": usual["permissions-policy"].replace("camera=()", `camera=(self "${origin}")`),
});

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
