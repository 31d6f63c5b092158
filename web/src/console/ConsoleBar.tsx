import { type ConsoleRight, hasRight, operatorRoleNames } from "@idanimo/contract/console/rights";
import { operatorSignOut } from "@idanimo/contract/console/session";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "../lib/router.ts";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { CrossIcon, MenuIcon } from "../ui/icons.tsx";
import { Logo } from "../ui/Logo.tsx";
import { useProblem } from "../ui/Problems.tsx";
import shell from "../ui/Shell.module.css";
import { ThemeSwitch } from "../ui/ThemeSwitch.tsx";
import styles from "./console.module.css";
import { callConsole } from "./lib/call.ts";
import { type CurrentOperator, forgetOperator } from "./use-operator.ts";

const links: readonly { readonly label: string; readonly address: string; readonly right?: ConsoleRight }[] = [
  { label: "Today", address: "/" },
  { label: "Find", address: "/find", right: "view_accounts" },
  { label: "Cases", address: "/cases", right: "read_cases" },
  { label: "Grievances", address: "/grievances", right: "read_grievances" },
  { label: "Breaches", address: "/breach", right: "read_grievances" },
  { label: "Approvals", address: "/approvals" },
  { label: "Money", address: "/money", right: "read_money" },
  { label: "Prices", address: "/prices", right: "read_prices" },
  { label: "Sources", address: "/sources", right: "read_sources" },
  { label: "Jobs", address: "/jobs", right: "read_jobs" },
  { label: "Audit log", address: "/audit", right: "read_audit" },
  { label: "Operators", address: "/operators", right: "read_operators" },
  { label: "Your access", address: "/access" },
];

/** The navigation of the console, with the operator's name and roles. */
export function ConsoleBar({ operator }: { readonly operator: CurrentOperator | undefined }) {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const showProblem = useProblem();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  const shown = operator ? links.filter(({ right }) => right === undefined || hasRight(operator.roles, right)) : [];
  async function signOut() {
    const result = await callConsole(operatorSignOut, {});
    if (!result.ok && result.problem.code !== "not_signed_in") return showProblem(result.problem);
    forgetOperator(client);
  }
  const current = (address: string) =>
    pathname === address || (address !== "/" && pathname.startsWith(`${address}/`)) ? "page" : undefined;
  const person = operator && (
    <p className={styles.person}>
      <strong>{operator.name}</strong>
      <span>{operator.roles.map((role) => operatorRoleNames[role]).join(", ")}</span>
    </p>
  );
  return (
    <header className={shell.bar}>
      <div className={shell.barInner}>
        <a href="/" className={shell.home}>
          <Logo />
          <span className={styles.mark}>Console</span>
        </a>
        <span className={shell.wideOnly}>{person}</span>
        <ThemeSwitch />
        {operator && (
          <>
            <span className={shell.wideOnly}>
              <Button size="small" onClick={() => void signOut()}>
                Sign out
              </Button>
            </span>
            <button
              type="button"
              className={classes(styles.toggle, shell.narrowOnly)}
              aria-label={isOpen ? "Close menu" : "Menu"}
              aria-expanded={isOpen}
              aria-controls="drawer"
              onClick={() => setOpenAt(isOpen ? undefined : pathname)}
            >
              {isOpen ? <CrossIcon size={24} /> : <MenuIcon size={24} />}
            </button>
          </>
        )}
      </div>
      {operator && (
        <div className={styles.tabs}>
          <nav aria-label="Main" className={shell.links}>
            {shown.map(({ label, address }) => (
              <a key={address} href={address} className={shell.link} aria-current={current(address)}>
                {label}
              </a>
            ))}
          </nav>
        </div>
      )}
      {operator && (
        <nav id="drawer" aria-label="Menu" className={classes(shell.drawer, shell.narrowOnly)} hidden={!isOpen}>
          {person}
          {shown.map(({ label, address }) => (
            <a key={address} href={address} className={shell.drawerLink} aria-current={current(address)}>
              {label}
            </a>
          ))}
          <button type="button" className={shell.drawerLink} onClick={() => void signOut()}>
            Sign out
          </button>
        </nav>
      )}
    </header>
  );
}
