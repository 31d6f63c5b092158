import "./styles.ts";
import { themes } from "@idanimo/contract/theme";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { brand } from "../brand.ts";
import { themePageColours } from "../lib/apply-theme.ts";
import { IconLinks, PreviewMeta } from "./document-head.tsx";
import { Offline } from "./Offline.tsx";
import { type PublicPage, publicPages } from "./pages.tsx";
import { topics } from "./pages/Questions.tsx";
import { PublicShell } from "./PublicShell.tsx";
import { type QuestionAnswer, structuredData } from "./structured-data.ts";

/** URLs of the files a page links to. */
export type PageAssets = {
  readonly styles: readonly string[];
  readonly script: string;
  readonly theme: string;
  readonly font: string;
  /** The product's public origin, or a placeholder that the server replaces. */
  readonly origin: string;
  /** Files come from the development server, as modules. */
  readonly development?: boolean;
};

/**
 * Renders a public page as a complete document; undefined if the path has none. `/reach/:CLICK_ID` is the landing
 * page.
 */
export function renderPage(address: string, assets: PageAssets): string | undefined {
  const path = address.startsWith("/reach/") ? "/" : address;
  const page = publicPages.find((known) => known.path === path);
  if (!page) return undefined;
  const title = page.title ? `${page.title} · ${brand.name}` : `${brand.name}: ${page.heading}`;
  const html = renderDocument(
    <Document
      title={title}
      assets={assets}
      script={assets.script}
      headContent={
        <>
          <meta name="description" content={page.description} />
          {page.isHidden && <meta name="robots" content="noindex" />}
          <PreviewMeta {...page} title={title} origin={assets.origin} path={page.isHidden ? undefined : page.path} />
        </>
      }
    >
      <PublicShell path={page.path} wide={page.isWide}>
        <page.Body />
      </PublicShell>
    </Document>,
  );
  // JSON-LD, which browsers do not execute; inserted unescaped, because React would escape its quotes
  return page.isHidden
    ? html
    : html.replace(
        "</head>",
        () => `${structuredDataScript({ ...page, title: page.title || title }, assets.origin)}</head>`,
      );
}

/** Renders the offline page. @param script retries once there is a connection */
export function renderOffline(assets: PageAssets, script: string): string {
  const headContent = <meta name="robots" content="noindex" />;
  return renderDocument(
    <Document title={`Offline · ${brand.name}`} assets={assets} script={script} headContent={headContent}>
      <Offline />
    </Document>,
  );
}

/** The pages in the sitemap, with the date of the last change if the page states one. */
export const indexedPages = publicPages
  .filter(({ isHidden: hidden }) => !hidden)
  .map(({ path }) => ({
    path,
    changed: path === "/privacy_policy" || path === "/terms_of_service" ? brand.policyVersion.date : undefined,
  }));

/** Renders what the heads of the application's and the sign-in's document have in common. @param page an indexed one */
export function renderHead(
  origin: string,
  page: Omit<Parameters<typeof PreviewMeta>[0], "origin"> = { title: brand.name, description: brand.description },
): string {
  return renderToStaticMarkup(
    <>
      <IconLinks />
      <PreviewMeta {...page} origin={origin} />
    </>,
  );
}

const renderDocument = (document: ReactNode) => `<!doctype html>${renderToStaticMarkup(document)}\n`;

function structuredDataScript(page: PublicPage, origin: string): string {
  const questions = page.path === "/faq" ? topics.flatMap((topic) => topic.questions.map(toQuestionAnswer)) : [];
  return `<script type="application/ld+json">${structuredData(origin, page, questions)}</script>`;
}

/** A question with its answer as plain text, in the words of the page. */
function toQuestionAnswer([question, answer]: readonly [string, ReactNode]): QuestionAnswer {
  const words = renderToStaticMarkup(answer)
    .replace(/<\/(li|p)>/g, " ")
    .replace(/<[^>]+>/g, "");
  return { question, answer: unescapeHtml(words).replace(/\s+/g, " ").trim() };
}

const htmlEntities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const unescapeHtml = (text: string) =>
  text.replace(/&(#x27|\w+);/g, (whole, name: string) => htmlEntities[name] ?? whole);

type DocumentProps = {
  readonly title: string;
  readonly assets: PageAssets;
  readonly script: string;
  /** What only the head of this kind of document contains. */
  readonly headContent: ReactNode;
  readonly children: ReactNode;
};

function Document({ title, assets, script, headContent: more, children }: DocumentProps): ReactElement {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        {more}
        {themes.map((theme) => (
          <meta
            key={theme}
            name="theme-color"
            media={`(prefers-color-scheme: ${theme})`}
            content={themePageColours[theme]}
          />
        ))}
        <IconLinks />
        {assets.styles.map((address) =>
          assets.development ? (
            <script key={address} type="module" src={address} />
          ) : (
            <link key={address} rel="stylesheet" href={address} />
          ),
        )}
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="" />
        <script src={assets.theme} type={assets.development ? "module" : undefined} />
        <script src={script} type={assets.development ? "module" : undefined} defer />
      </head>
      <body>{children}</body>
    </html>
  );
}
