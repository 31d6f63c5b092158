import { useId, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { callAddress, callGroups } from "./call-list.ts";
import styles from "./Documentation.module.css";
import { guides } from "./guides.ts";
import { pages } from "./pages.ts";

/** Guides, and the calls with a search; on phones a button opens them. */
export function Navigation({ pathname }: { readonly pathname: string }) {
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname; // a new page closes it
  const [words, setWords] = useState("");
  const id = useId();
  const groups = callGroups
    .map(({ title, calls }) => ({
      title,
      calls: calls.filter((call) => matches(`${title} ${call.name} ${call.path}`, words)),
    }))
    .filter(({ calls }) => calls.length > 0);
  const link = (address: string, label: string) => (
    <li key={address}>
      <a
        href={address}
        aria-current={address === pathname ? "page" : undefined}
        ref={address === pathname ? scrollIntoList : undefined}
      >
        {label}
      </a>
    </li>
  );
  return (
    <div className={styles.side}>
      <div className={styles.opener}>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpenAt(isOpen ? undefined : pathname)}>
          Guides and calls
        </Button>
      </div>
      <nav id={id} aria-label="Documentation" className={classes(styles.navigation, isOpen && styles.open)}>
        <ul className={styles.narrowOnly}>{pages.map(({ address, label }) => link(address, label))}</ul>
        <h2>Guides</h2>
        <ul>{guides.map(({ path, title }) => link(path, title))}</ul>
        <h2>Calls</h2>
        <TextInput
          label="Find a call"
          type="search"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <p role="status" className={words === "" || groups.length > 0 ? "only-heard" : undefined}>
          {words !== "" && foundText(groups.flatMap(({ calls }) => calls).length)}
        </p>
        {groups.map(({ title, calls }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>{calls.map(({ name }) => link(callAddress(name), name))}</ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

/** Shows the current page in the list, which scrolls on its own on wide screens. */
const scrollIntoList = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

function foundText(count: number): string {
  if (count === 0) return "No call matches.";
  return count === 1 ? "1 call matches." : `${count} calls match.`;
}

/** Whether a text contains every word. */
function matches(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
