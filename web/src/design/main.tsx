import "../styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Frame } from "../ui/Frame.tsx";
import { Logo } from "../ui/Logo.tsx";
import { ProblemProvider } from "../ui/Problems.tsx";
import shell from "../ui/Shell.module.css";
import { ToastProvider } from "../ui/Toast.tsx";
import { Controls } from "./Controls.tsx";
import styles from "./design.module.css";
import { forceStates } from "./force-states.ts";
import { Foundation } from "./Foundation.tsx";
import { Messages } from "./Messages.tsx";
import { States } from "./States.tsx";
import { Composites } from "./Composites.tsx";

const sections = [
  { id: "foundation", title: "Foundation", Part: Foundation },
  { id: "states", title: "States of a hand", Part: States },
  { id: "controls", title: "Controls", Part: Controls },
  { id: "messages", title: "Messages", Part: Messages },
  { id: "whole", title: "People, fields, whole screens", Part: Composites },
] as const;

const bar = (
  <header className={shell.bar}>
    <div className={shell.barInner}>
      <Logo />
    </div>
  </header>
);

/** Shows every component in every state, light beside dark. Development only. */
function Design() {
  return (
    <Frame bar={bar} title="Design language" pathname="/design" isNavigating={false}>
      <h1>Design language</h1>
      <nav aria-label="On this page" className={styles.contents}>
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {sections.map(({ id, title, Part }) => (
        <section key={id} id={id} className={styles.part}>
          <h2>{title}</h2>
          <div className={styles.themes}>
            {(["light", "dark"] as const).map((theme) => (
              <div key={theme} data-theme={theme} className={styles.theme}>
                <Part />
              </div>
            ))}
          </div>
        </section>
      ))}
    </Frame>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ToastProvider>
        <ProblemProvider>
          <Design />
        </ProblemProvider>
      </ToastProvider>
    </StrictMode>,
  );
}
// once all styles are loaded
addEventListener("load", () => {
  for (const sheet of document.styleSheets) forceStates(sheet);
});
