import { type ReactNode, useEffect, useRef } from "react";
import { brand } from "../brand.ts";
import { classes } from "./classes.ts";
import { Footer } from "./Footer.tsx";
import styles from "./Frame.module.css";
import { OfflineBar } from "./OfflineBar.tsx";
import shell from "./Shell.module.css";

type Props = {
  readonly bar: ReactNode;
  /** Title of the current screen. */
  readonly title: string | undefined;
  readonly pathname: string;
  /** The next screen's code is loading. */
  readonly isNavigating: boolean;
  readonly children: ReactNode;
};

/** Header, main column and footer around the screens of a document: sets titles, skip link and focus. */
export function Frame({ bar, title, pathname, isNavigating, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const shownPathname = useRef(pathname);

  // a new screen is a new page: screen readers announce its title and the keyboard starts there
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
