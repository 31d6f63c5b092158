import { profiles } from "@idanimo/contract/checks/check-row";
import { brand } from "../brand.ts";

/** Structured data of the pages for search engines. Source: schema.org. */

type Thing = Readonly<Record<string, unknown>>;
type PageSummary = { readonly path: string; readonly title: string; readonly description: string };
export type QuestionAnswer = { readonly question: string; readonly answer: string };

const organizationId = (origin: string) => `${origin}/#organization`;
const websiteId = (origin: string) => `${origin}/#website`;
const pageUrl = (origin: string, path: string) => `${origin}${path}`;

/** The publisher, from the brand's settings. */
function publisher(origin: string): Thing {
  const sameAs = brand.links.social.map((link) => link.address);
  return {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: brand.name,
    alternateName: brand.nameInYoruba,
    url: `${origin}/`,
    description: brand.description,
    logo: { "@type": "ImageObject", url: `${origin}/icons/icon-512.png`, width: 512, height: 512 },
    contactPoint: [
      { "@type": "ContactPoint", contactType: "customer support", email: brand.contactEmail },
      { "@type": "ContactPoint", contactType: "data protection officer", email: brand.privacyEmail },
    ],
    ...(brand.postalAddress && { address: brand.postalAddress }),
    ...(sameAs.length > 0 && { sameAs }),
  };
}

/** The services. Without prices: an operator changes prices without a new build, so they would become outdated. */
function services(origin: string): readonly Thing[] {
  return Object.values(profiles).map(({ card }) => ({
    "@type": "Service",
    name: card,
    serviceType: "Identity verification",
    areaServed: { "@type": "Country", name: "Nigeria" },
    provider: { "@id": organizationId(origin) },
    url: pageUrl(origin, "/products"),
  }));
}

/** The things that a page is about, besides what every page contains. */
function mainThings(origin: string, page: PageSummary, questions: readonly QuestionAnswer[]): readonly Thing[] {
  if (page.path === "/")
    return [
      { "@type": "WebSite", "@id": websiteId(origin), name: brand.name, url: `${origin}/`, inLanguage: "en-NG" },
      publisher(origin),
    ];
  if (page.path === "/products") return services(origin);
  return questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
}

const pageTypes: Readonly<Record<string, string>> = { "/faq": "FAQPage", "/contact": "ContactPage" };

/**
 * Everything about one page, as the content of a JSON-LD block.
 * @param questions the page's questions and answers, as plain text
 */
export function structuredData(origin: string, page: PageSummary, questions: readonly QuestionAnswer[]): string {
  const about = mainThings(origin, page, questions);
  const isQuestions = questions.length > 0;
  const webPage: Thing = {
    "@type": pageTypes[page.path] ?? "WebPage",
    "@id": pageUrl(origin, page.path),
    url: pageUrl(origin, page.path),
    name: page.title,
    description: page.description,
    inLanguage: "en-NG",
    isPartOf: { "@id": websiteId(origin) },
    publisher: { "@id": organizationId(origin) },
    ...(isQuestions && { mainEntity: about }),
    ...(page.path !== "/" && { breadcrumb: breadcrumbList(origin, page) }),
  };
  const graph = { "@context": "https://schema.org", "@graph": isQuestions ? [webPage] : [webPage, ...about] };
  return JSON.stringify(graph).replaceAll("<", String.raw`\u003c`); // nothing in the data may close the script element
}

function breadcrumbList(origin: string, page: PageSummary): Thing {
  const step = (position: number, name: string, path: string) => ({
    "@type": "ListItem",
    position,
    name,
    item: pageUrl(origin, path),
  });
  return { "@type": "BreadcrumbList", itemListElement: [step(1, brand.name, "/"), step(2, page.title, page.path)] };
}
