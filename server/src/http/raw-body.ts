import type { FastifyInstance, FastifyRequest } from "fastify";

/** Largest webhook body, in bytes. */
const bodyLimit = 256 * 1024;

/**
 * Adds webhook routes that verify a signature over the raw body. They have a scope of their own, so that other
 * routes keep their JSON parser.
 */
export function withRawBody(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
    routes(scope);
  });
}

/** The raw body of such a request; empty if it had none. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}
