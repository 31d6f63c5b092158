import type { FastifyInstance, FastifyRequest } from "fastify";

/** Largest notice a provider may send. */
const bodyLimit = 256 * 1024;

/**
 * Routes for machines that sign their bytes: the body stays as it came. In a scope of its own, so that no other route loses
 * its JSON parser.
 */
export function withRawBody(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
    routes(scope);
  });
}

/** The bytes of such a request; none when it had no body. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}
