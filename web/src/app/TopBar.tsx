import { lazy, Suspense, useEffect, useState } from "react";
import { brand } from "../brand.ts";
import { NoticeBell } from "../features/notices/NoticeBell.tsx";
import { isTestMode } from "../lib/active-organisation.ts";
import { useLocation } from "../lib/router.ts";
import { storedSignedInHint } from "../lib/storage.ts";
import { hasRight, useRight } from "../lib/use-right.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { IconButton } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import {
  BuildingIcon,
  CodeIcon,
  ChevronIcon,
  CrossIcon,
  KeyboardIcon,
  LogoutIcon,
  MenuIcon,
  PersonIcon,
  RefreshIcon,
  WalletIcon,
} from "../ui/icons.tsx";
import { Logo } from "../ui/Logo.tsx";
import { Menu } from "../ui/Menu.tsx";
import { Money } from "../ui/Money.tsx";
import shell from "../ui/Shell.module.css";
import { ThemeSwitch } from "../ui/ThemeSwitch.tsx";
import styles from "./TopBar.module.css";
import { logOut } from "./log-out.ts";
import { useNoticesPanel } from "./use-notices-panel.ts";
import { useUser } from "./use-user.ts";
import { useWalletDialog } from "./use-wallet-dialog.ts";

// for members of organisations only
const WaitingCount = lazy(async () => ({
  default: (await import("../features/organisation/WaitingCount.tsx")).WaitingCount,
}));

const TestModeSwitch = lazy(async () => ({ default: (await import("./TestModeSwitch.tsx")).TestModeSwitch }));

const wizardLink = { label: "Identity Verification", address: "/dashboard" };
const dashboardLink = { label: "Dashboard", address: "/main-dashboard" };
const organisationLink = { label: "Organisation", address: "/organisation/members" };
const moreLinks = [
  { label: "Profile", address: "/profile" },
  { label: "Contact", address: "/contact" },
  { label: "FAQ", address: "/faq" },
];

/** Members with one of these rights see the switch of test mode, and a link to the first screen they may open. */
const developerScreens = [
  { right: "keys:manage", address: "/developers/keys" },
  { right: "webhooks:manage", address: "/developers/webhooks" },
  { right: "api_log:read", address: "/developers/requests" },
] as const;

/** The navigation bar of the signed-in application. */
export function TopBar() {
  const { pathname } = useLocation();
  const { data: user, isError, refetch } = useUser();
  const wallet = useWalletDialog();
  const notices = useNoticesPanel();
  const [drawerAt, setDrawerAt] = useState<string>();
  const drawerOpen = drawerAt === pathname;
  useEffect(() => {
    if (!drawerOpen) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setDrawerAt(undefined);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [drawerOpen]);
  const known = user ?? storedSignedInHint.get();
  const name = known ? `${known.firstName} ${known.lastName}` : "";
  const organisation = user?.organisation;
  const canCheck = useRight("requests:create");
  const seesWallet = useRight("wallet:read");
  const firstScreen = organisation && developerScreens.find(({ right }) => hasRight(organisation, right));
  const developersLink = firstScreen && { label: "Developers", address: firstScreen.address };
  const balance = (
    <>
      <WalletIcon />
      <span className="only-heard">{isTestMode() ? "Play money " : "Wallet balance "}</span>
      <Money amount={user && { currency: user.currency, minor: user.walletBalance }} />
    </>
  );
  const links = [
    ...(canCheck ? [wizardLink] : []),
    dashboardLink,
    ...(organisation && organisation.rights.length > 0 ? [organisationLink] : []),
  ];
  const isCurrent = (address: string) =>
    pathname === address || (address === organisationLink.address && pathname.startsWith("/organisation/"));
  const currentMark = (address: string) => (isCurrent(address) ? "page" : undefined);

  return (
    <header className={shell.bar}>
      <div className={shell.barInner}>
        <a
          href={(canCheck ? wizardLink : dashboardLink).address}
          className={classes(shell.home, styles.home)}
          aria-label={`${brand.name}, ${canCheck ? "verify an identity" : "dashboard"}`}
        >
          <Logo />
        </a>
        <nav aria-label="Main" className={shell.links}>
          {links.map((link) => (
            <a key={link.address} href={link.address} className={shell.link} aria-current={currentMark(link.address)}>
              {link.label}
              {link === organisationLink && (
                <Suspense>
                  <WaitingCount />
                </Suspense>
              )}
            </a>
          ))}
        </nav>
        {developersLink && (
          <Suspense>
            <TestModeSwitch className={styles.testMode} />
          </Suspense>
        )}
        {seesWallet &&
          (isTestMode() ? (
            <a href="/developers/test-data" className={styles.balance}>
              {balance}
            </a>
          ) : (
            <button type="button" className={styles.balance} onClick={wallet.open} aria-haspopup="dialog">
              {balance}
            </button>
          ))}
        {isError && (
          <IconButton label="Your balance could not be loaded. Try again" onClick={() => void refetch()}>
            <RefreshIcon />
          </IconButton>
        )}
        <NoticeBell unread={user?.unreadNotices ?? 0} onOpen={notices.open} />
        <span className={shell.wideOnly}>
          <ThemeSwitch />
        </span>
        <span className={shell.wideOnly}>
          <Menu
            className={styles.person}
            label={name ? undefined : "Account"}
            items={[
              { key: "profile", label: "Profile", icon: <PersonIcon />, href: "/profile" },
              ...(developersLink
                ? [{ key: "developers", label: developersLink.label, icon: <CodeIcon />, href: developersLink.address }]
                : []),
              { key: "accounts", label: "Switch account", icon: <BuildingIcon />, href: "#accounts" },
              { key: "shortcuts", label: "Keyboard shortcuts", icon: <KeyboardIcon />, href: "#shortcuts" },
              { key: "logout", label: "Logout", icon: <LogoutIcon />, onSelect: () => void logOut() },
            ]}
          >
            <Avatar name={name} image={known?.profileImageLocation} />
            {organisation ? (
              <span className={styles.names}>
                <span className={styles.name}>{organisation.name}</span>
                <span className={styles.member}>{name}</span>
              </span>
            ) : (
              <span className={styles.name}>{name}</span>
            )}
            <ChevronIcon size={16} />
          </Menu>
        </span>
        <button
          type="button"
          className={classes(styles.toggle, shell.narrowOnly)}
          aria-label={drawerOpen ? "Close menu" : "Menu"}
          aria-expanded={drawerOpen}
          aria-controls="drawer"
          onClick={() => setDrawerAt(drawerOpen ? undefined : pathname)}
        >
          {drawerOpen ? <CrossIcon size={24} /> : <MenuIcon size={24} />}
        </button>
      </div>
      {organisation && (
        <a href="#accounts" className={classes(styles.organisation, shell.narrowOnly)}>
          <BuildingIcon size={16} />
          <span className={styles.organisationName}>
            <span className="only-heard">Account: </span>
            {organisation.name}
          </span>
          <span className={styles.switch}>Switch</span>
        </a>
      )}
      <nav id="drawer" aria-label="Menu" className={classes(shell.drawer, shell.narrowOnly)} hidden={!drawerOpen}>
        {name && (
          <p className={styles.drawerPerson}>
            <Avatar name={name} image={known?.profileImageLocation} />
            <span className={styles.drawerNames}>
              <strong>{name}</strong>
              {organisation && <span className="quiet">{organisation.name}</span>}
            </span>
            <span className={styles.drawerTheme}>
              <ThemeSwitch />
            </span>
          </p>
        )}
        {[...links, ...(developersLink ? [developersLink] : []), ...moreLinks].map((link) => (
          <a
            key={link.address}
            href={link.address}
            className={shell.drawerLink}
            aria-current={currentMark(link.address)}
          >
            {link.label}
          </a>
        ))}
        {developersLink && (
          <Suspense>
            <TestModeSwitch className={classes(shell.drawerLink, styles.drawerTestMode)} />
          </Suspense>
        )}
        <a href="#accounts" className={shell.drawerLink} onClick={() => setDrawerAt(undefined)}>
          Switch account
        </a>
        <button type="button" className={shell.drawerLink} onClick={() => void logOut()}>
          Logout
        </button>
      </nav>
    </header>
  );
}
