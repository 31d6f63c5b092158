import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { brand } from "../brand.ts";
import { LinkButton } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { Footer } from "../ui/Footer.tsx";
import { CrossIcon, MenuIcon, MoonIcon, PersonIcon, SunIcon } from "../ui/icons.tsx";
import { Logo } from "../ui/Logo.tsx";
import shell from "../ui/Shell.module.css";
import styles from "./PublicShell.module.css";

const publicLinks = [
  { label: "Products", address: "/products" },
  { label: "FAQ", address: "/faq" },
  { label: "Contact", address: "/contact" },
];
const signedInLinks = [
  { label: "Identity Verification", address: "/dashboard" },
  { label: "Dashboard", address: "/main-dashboard" },
];

function Links({ list, here, className }: { list: typeof publicLinks; here: string; className: string | undefined }) {
  return (
    <>
      {list.map((page) => (
        <a
          key={page.address}
          href={page.address}
          className={className}
          aria-current={here === page.address ? "page" : undefined}
        >
          {page.label}
        </a>
      ))}
    </>
  );
}

/**
 * Header and footer of a public page. Rendered at build time with both navigation bars; the theme script decides
 * which one is visible.
 */
export function PublicShell({ path, wide, children }: { path: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={shell.page}>
      <a href="#main" className={shell.skip}>
        Skip to content
      </a>
      <header className={shell.bar}>
        <div className={shell.barInner}>
          <a href="/" className={classes(shell.home, "when-signed-out")} aria-label={`${brand.name}, start page`}>
            <Logo />
          </a>
          <a
            href="/dashboard"
            className={classes(shell.home, "when-signed-in")}
            aria-label={`${brand.name}, verify an identity`}
          >
            <Logo />
          </a>
          <nav aria-label="Main" className={classes(shell.links, "when-signed-out")}>
            <Links list={publicLinks} here={path} className={shell.link} />
          </nav>
          <nav aria-label="Main" className={classes(shell.links, "when-signed-in")}>
            <Links list={signedInLinks} here={path} className={shell.link} />
            <a href="/profile" className={shell.link}>
              <PersonIcon />
              <span className={styles.name} data-name="">
                Profile
              </span>
            </a>
          </nav>
          <LinkButton href="/login" size="small" className="when-signed-out">
            {texts.getStarted}
          </LinkButton>
          <button
            type="button"
            className={classes(styles.square, styles.wideSwitch, "needs-script")}
            data-theme-switch=""
            aria-label="Switch theme"
          >
            <MoonIcon className={styles.moon} />
            <SunIcon className={styles.sun} />
          </button>
          <details className={styles.menu} data-menu="">
            <summary className={styles.square} aria-label="Menu">
              <MenuIcon size={24} className={styles.closed} />
              <CrossIcon size={24} className={styles.opened} />
            </summary>
            <nav aria-label="Menu" className={shell.drawer}>
              <div className="when-signed-in">
                <Links list={signedInLinks} here={path} className={shell.drawerLink} />
                <a href="/profile" className={shell.drawerLink}>
                  Profile
                </a>
              </div>
              <Links list={publicLinks} here={path} className={shell.drawerLink} />
              <button type="button" className={classes(shell.drawerLink, "needs-script")} data-theme-switch="">
                Switch theme
                <MoonIcon className={styles.moon} />
                <SunIcon className={styles.sun} />
              </button>
            </nav>
          </details>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={wide ? styles.wide : shell.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
