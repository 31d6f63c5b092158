import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

export type HeaderOptions = {
  readonly production: boolean;
  /** Where the payment provider's hosted page lives: the only foreign frame. */
  readonly paymentOrigin: string;
};

/** The page inside the payment frame, after the provider sends it back: the only one that may be framed, by us alone. */
export const framedPath = "/payment/return";

/**
 * Security headers on every answer, errors included. No inline and no foreign script anywhere; style attributes may be inline.
 * Source: design 7, T-35, T-61, T-63, T-76.
 */
export async function addHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'", options.paymentOrigin],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: options.production ? [] : null,
      },
    },
    strictTransportSecurity: options.production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onSend", async (request, reply) => {
    reply.header(
      "permissions-policy",
      "camera=(), microphone=(), geolocation=(), payment=(self), usb=(), interest-cohort=()",
    );
    const path = request.url.split("?")[0] ?? "";
    const isOfNow = path.startsWith("/api/") || path.startsWith("/health");
    if (isOfNow && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store"); // a picture says otherwise
    if (path === framedPath) {
      const policy = String(reply.getHeader("content-security-policy") ?? "");
      reply.header("content-security-policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
      reply.header("x-frame-options", "SAMEORIGIN");
    }
  });
}
