import { brand } from "../brand.ts";
import { useIsNavigating, useLocation } from "../lib/router.ts";
import { Frame } from "../ui/Frame.tsx";
import { Logo } from "../ui/Logo.tsx";
import { RouteOutlet } from "../ui/RouteOutlet.tsx";
import shell from "../ui/Shell.module.css";
import { ThemeSwitch } from "../ui/ThemeSwitch.tsx";
import styles from "./Documentation.module.css";
import { Navigation } from "./Navigation.tsx";
import { pages } from "./pages.ts";
import { TryProvider } from "./try-state.tsx";

const home = pages[0].address;

/** The layout around the pages of the documentation. It reads nothing of an account. */
export function Layout() {
  const { pathname, title } = useLocation();
  return (
    <Frame
      bar={
        <header className={shell.bar}>
          <div className={shell.barInner}>
            <a href="/" className={shell.home} aria-label={`${brand.name}, start page`}>
              <Logo />
            </a>
            <nav aria-label="Main" className={styles.links}>
              {pages.map(({ label, address }) => (
                <a
                  key={address}
                  href={address}
                  className={shell.link}
                  aria-current={address === pathname ? "page" : undefined}
                >
                  {label}
                </a>
              ))}
            </nav>
            <ThemeSwitch />
          </div>
        </header>
      }
      title={title ?? "Page not found"}
      pathname={pathname}
      isNavigating={useIsNavigating()}
    >
      <TryProvider>
        <div className={styles.columns}>
          <Navigation pathname={pathname} />
          <div className={styles.content}>
            <RouteOutlet home={home} homeLabel="Go to the documentation" />
          </div>
        </div>
      </TryProvider>
    </Frame>
  );
}
