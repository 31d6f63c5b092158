import { brand } from "../brand.ts";
import { Logo } from "../ui/Logo.tsx";
import shell from "../ui/Shell.module.css";
import { ThemeSwitch } from "../ui/ThemeSwitch.tsx";

/** The bar of the sign-in document: the way back and the theme. Who is here wants nothing else. */
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
