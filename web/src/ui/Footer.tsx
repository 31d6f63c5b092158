import * as texts from "@idanimo/contract/texts";
import { brand, type BrandLink } from "../brand.ts";
import { Logo } from "./Logo.tsx";
import styles from "./Shell.module.css";
import "../styles/document.css";

const pages: readonly BrandLink[] = [
  { label: "Products", address: "/products" },
  { label: "FAQ", address: "/faq" },
  { label: "Developers", address: "/developers/docs" },
  { label: "Contact", address: "/contact" },
  { label: "Accessibility", address: "/accessibility" },
  { label: "Who asked about you?", address: "/my-data" },
  { label: "Check a report", address: "/verify" },
  { label: "Transparency report", address: "/transparency" },
];

/** The current year; a script corrects it on pages that were rendered earlier [LAND-09]. */
const thisYear = new Date().getFullYear();

/**
 * The footer of every document. With script the two policies open in a dialog (`data-legal`), otherwise as pages
 * [LAND-08].
 */
export function Footer() {
  const outside = [
    ...(brand.links.blog ? [{ label: "Blog", address: brand.links.blog }] : []),
    ...brand.links.social,
    ...brand.links.stores,
    ...brand.links.standards,
  ];
  return (
    <footer className={styles.foot}>
      <div className={styles.footInner}>
        <div className={styles.footHead}>
          <Logo />
          <p className="quiet">{texts.tagline}</p>
          <p className={styles.footNote}>
            © <span data-year="">{thisYear}</span> {brand.name}. Data comes directly from public agencies and credit
            bureaus. We don't own or alter it.
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className={styles.footLinks}>
            {pages.map((page) => (
              <li key={page.address}>
                <a href={page.address}>{page.label}</a>
              </li>
            ))}
            <li>
              <a href="/privacy_policy" data-legal="">
                Privacy policy
              </a>
            </li>
            <li>
              <a href="/terms_of_service" data-legal="">
                Terms of Service
              </a>
            </li>
            {outside.map((link) => (
              <li key={link.address}>
                <a href={link.address} rel="noopener noreferrer">
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
