import { brand } from "../brand.ts";

/** Links to the icons and the web app manifest. */
export function IconLinks() {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}

type PreviewMetaProps = {
  readonly title: string;
  readonly description: string;
  /** The public origin of the product. */
  readonly origin: string;
  /** The canonical path of the page; undefined if search engines must not index it. */
  readonly path?: string | undefined;
};

/** Metadata for link previews, and the canonical URL for search engines. Source: ogp.me. */
export function PreviewMeta({ title, description, origin, path }: PreviewMetaProps) {
  return (
    <>
      {path !== undefined && <link rel="canonical" href={origin + path} />}
      {path !== undefined && <meta property="og:url" content={origin + path} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:locale" content="en_NG" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={`${origin}/icons/preview.png`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${brand.name}. A person decides whether to share their record.`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
