import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";
import { createTestApp } from "../../testing/app.ts";
import { buildApp } from "../app.ts";

/** The complete surface with a web build of its own, as demonstration and as production. */
export type PublicSurface = {
  readonly demo: FastifyInstance;
  readonly production: FastifyInstance;
  /** The access token of a signed-in user. */
  readonly token: string;
  /** The method and path of each route of the product. */
  readonly mounted: readonly string[];
  readonly close: () => Promise<void>;
};

export async function startPublicSurface(): Promise<PublicSurface> {
  const product = await createTestApp();
  const { token } = await product.user();
  const folder = await mkdtemp(join(tmpdir(), "idanimo-web-"));
  await mkdir(join(folder, "assets"));
  for (const file of ["index.html", "sign-in.html", "app.html", "payment-return.html"])
    await writeFile(join(folder, file), "<!doctype html>");
  await writeFile(join(folder, "assets/app-1a2b.js"), "1");
  await writeFile(join(folder, "assets/app-1a2b.js.map"), "{}");
  await writeFile(join(folder, ".env"), "SECRET=1");
  await writeFile(
    join(folder, "documents.json"),
    JSON.stringify({
      documents: [
        { path: "/", file: "index.html" },
        { path: "/payment/return", file: "payment-return.html" },
      ],
      signIn: { file: "sign-in.html", paths: ["/sign-in"] },
      app: { file: "app.html" },
    }),
  );
  const mounted: string[] = [];
  const build = (isProduction: boolean) =>
    buildApp({
      logger: false,
      trustedProxies: [],
      production: isProduction,
      paymentOrigin: "https://pay.example",
      brandName: brand.name,
      web: { folder, publicUrl: "https://idanimo.test", keepsOfflinePage: true },
      routes: (app) => {
        app.addHook("onRoute", ({ method, url }) => {
          if (!isProduction) for (const one of [method].flat()) mounted.push(`${one} ${url}`);
        });
        product.product.routes(app);
      },
      isReady: () => Promise.resolve(!isProduction),
    });
  const [demo, production] = [await build(false), await build(true)];
  await Promise.all([demo, production].map((app) => app.listen({ host: "127.0.0.1", port: 0 })));
  const close = async () => {
    await Promise.all([demo.close(), production.close()]);
    await product.close();
    await rm(folder, { recursive: true });
  };
  return { demo, production, token, mounted, close };
}
