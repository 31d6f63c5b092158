import * as texts from "@idanimo/contract/texts";
import type { Component } from "../jsx/component.ts";
import { brand } from "../brand.ts";
import { Accessibility } from "./pages/Accessibility.tsx";
import { Contact } from "./pages/Contact.tsx";
import { Landing } from "./pages/Landing.tsx";
import { NotFound } from "./pages/NotFound.tsx";
import { PrivacyPolicy } from "./pages/PrivacyPolicy.tsx";
import { Products } from "./pages/Products.tsx";
import { Questions } from "./pages/Questions.tsx";
import { TermsOfService } from "./pages/TermsOfService.tsx";

export type PublicPage = {
  readonly path: string;
  /** Title of the window; empty if the product's name is the title. */
  readonly title: string;
  readonly heading?: string;
  /** For search engines and link previews. */
  readonly description: string;
  /** The page sets its own columns. */
  readonly isWide?: boolean;
  /** Search engines must not index it. */
  readonly isHidden?: boolean;
  readonly Body: Component;
};

/** Every page that is rendered at build time. `tools/documents.ts` has their files. */
export const publicPages: readonly PublicPage[] = [
  { path: "/", title: "", heading: texts.tagline, description: brand.description, isWide: true, Body: Landing },
  {
    path: "/products",
    title: "Products",
    description: "What can be verified: people, phone numbers, companies, credit records and vehicles in Nigeria.",
    Body: Products,
  },
  {
    path: "/faq",
    title: "Frequently asked questions",
    description: "Answers about privacy, consent, NIN, payments, credit, business and vehicle checks.",
    Body: Questions,
  },
  {
    path: "/privacy_policy",
    title: "Privacy policy",
    description: "What personal data we process, why, for how long, and your rights.",
    Body: PrivacyPolicy,
  },
  {
    path: "/terms_of_service",
    title: "Terms of Service",
    description: "The rules for using the service: payment, refunds, consent, and what we are responsible for.",
    Body: TermsOfService,
  },
  {
    path: "/contact",
    title: "Contact",
    description: `How to reach ${brand.name}: help with a request, a payment or your account, and questions about your personal data.`,
    Body: Contact,
  },
  {
    path: "/accessibility",
    title: "Accessibility",
    description: "How we make this service accessible, and how to report a problem.",
    Body: Accessibility,
  },
  {
    path: "/notFoundPage",
    title: "Result not found",
    description: "The result was not found.",
    isHidden: true,
    Body: NotFound,
  },
];
