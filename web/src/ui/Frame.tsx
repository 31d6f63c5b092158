import { type ReactNode, useEffect, useRef } from "react";
import { brand } from "../brand.ts";
import { classes } from "./classes.ts";
import { Footer } from "./Footer.tsx";
import styles from "./Frame.module.css";
import { OfflineBar } from "./OfflineBar.tsx";
import shell from "./Shell.module.css";

type Props = {
  readonly bar: ReactNode;
  /** Title of the screen shown. */
  readonly title: string | undefined;
  readonly pathname: string;
  /** The next screen is being fetched. */
  readonly isNavigating: boolean;
  readonly children: ReactNode;
};

/** Head, column and foot around the screens of a document: titles, the way to the content, where the page stands. */
export function Frame({ bar, title, pathname, isNavigating, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const shownPathname = useRef(pathname);

  // a change of screen is a new page: its title is read and the keyboard starts there
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    (main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current)?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className={shell.page}>
      <title>{title ? `${title} · ${brand.name}` : brand.name}</title>
      <a href="#main" className={shell.skip}>
        Skip to content
      </a>
      <div className={classes(styles.progress, isNavigating && styles.moving)} aria-hidden="true" />
      {bar}
      <OfflineBar />
      <main id="main" ref={main} tabIndex={-1} className={classes(shell.main, styles.main)}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
