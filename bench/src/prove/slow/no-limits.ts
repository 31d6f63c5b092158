import { Server } from "node:http";

/** The planted fault of `slow-clients`: imported before the program, it takes away every time limit of its servers. */
const listen = Reflect.get(Server.prototype, "listen");
Reflect.set(Server.prototype, "listen", function (this: Server, ...args: unknown[]) {
  Object.assign(this, { headersTimeout: 0, requestTimeout: 0, timeout: 0, keepAliveTimeout: 0 });
  return Reflect.apply(listen, this, args);
});
