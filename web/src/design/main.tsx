import "../styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ToastProvider } from "../ui/Toast.tsx";
import { Controls } from "./Controls.tsx";
import styles from "./design.module.css";
import { Foundation } from "./Foundation.tsx";
import { Messages } from "./Messages.tsx";

/** Every component in every state, light beside dark. Part of the development build only. */
function Design() {
  return (
    <main className={styles.themes}>
      <h1 className="only-heard">Design language</h1>
      {(["light", "dark"] as const).map((theme) => (
        <section key={theme} data-theme={theme} aria-label={`${theme} theme`} className={styles.theme}>
          <h2>{theme === "light" ? "Light" : "Dark"}</h2>
          <Foundation />
          <Controls />
          <Messages />
        </section>
      ))}
    </main>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ToastProvider>
        <Design />
      </ToastProvider>
    </StrictMode>,
  );
}
