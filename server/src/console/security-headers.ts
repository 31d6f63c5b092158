import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/**
 * Headers of every response of the console: only its own files, no inline script, no frame around it, and nothing is
 * stored by browsers except the hashed files. [T-63 T-76]
 */
export function addConsoleHeaders(app: FastifyInstance, production: boolean): void {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "no-referrer" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = reply;
    raw.setHeader("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
    raw.setHeader("x-robots-tag", "noindex");
    raw.setHeader("x-request-id", request.id);
    raw.setHeader("cache-control", "no-store"); // hashed files replace it
    setHeaders(request.raw, raw, (error) => done(error instanceof Error ? error : undefined));
  });
}
