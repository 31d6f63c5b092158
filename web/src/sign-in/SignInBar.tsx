import { brand } from "../brand.ts";
import { Logo } from "../ui/Logo.tsx";
import shell from "../ui/Shell.module.css";
import { ThemeSwitch } from "../ui/ThemeSwitch.tsx";

/** The navigation bar of the sign-in document: back link and theme switch. */
export function SignInBar() {
  return (
    <header className={shell.bar}>
      <div className={shell.barInner}>
        <a href="/" className={shell.home} aria-label={`${brand.name}, start page`}>
          <Logo />
        </a>
        <ThemeSwitch />
      </div>
    </header>
  );
}
