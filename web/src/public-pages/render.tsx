import "./styles.ts";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { brand } from "../brand.ts";
import { type PublicPage, publicPages } from "./pages.tsx";
import { PublicShell } from "./PublicShell.tsx";

/** Addresses of the files a page names. */
export type Assets = {
  readonly styles: readonly string[];
  readonly script: string;
  readonly theme: string;
  readonly font: string;
  /** Files come from the development server, as modules. */
  readonly development?: boolean;
};

/** A public page as a whole document, or undefined where the address is none. `/reach/:CLICK_ID` is the landing page. */
export function renderPage(address: string, assets: Assets): string | undefined {
  const path = address.startsWith("/reach/") ? "/" : address;
  const page = publicPages.find((known) => known.path === path);
  return page && `<!doctype html>${renderToStaticMarkup(<Document page={page} assets={assets} />)}\n`;
}

function Document({ page, assets }: { page: PublicPage; assets: Assets }): ReactNode {
  const title = page.title ? `${page.title} · ${brand.name}` : `${brand.name}: ${page.heading}`;
  return (
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={page.description} />
        {page.hidden && <meta name="robots" content="noindex" />}
        <meta property="og:title" content={title} />
        <meta property="og:description" content={page.description} />
        <meta property="og:type" content="website" />
        <meta name="theme-color" content="#fbfaf6" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.styles.map((address) =>
          assets.development ? (
            <script key={address} type="module" src={address} />
          ) : (
            <link key={address} rel="stylesheet" href={address} />
          ),
        )}
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="" />
        <script src={assets.theme} type={assets.development ? "module" : undefined} />
        <script src={assets.script} type={assets.development ? "module" : undefined} defer />
      </head>
      <body>
        <PublicShell path={page.path} wide={page.wide}>
          <page.Body />
        </PublicShell>
      </body>
    </html>
  );
}
