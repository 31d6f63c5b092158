import { profiles } from "@idanimo/contract/catalogue";
import { brand } from "../brand.ts";

/** What a search engine is told of the pages in its own words. Source: schema.org. */

type Thing = Readonly<Record<string, unknown>>;
/** Enough of a page to say what it is. */
type PageSummary = { readonly path: string; readonly title: string; readonly description: string };
export type QuestionAnswer = { readonly question: string; readonly answer: string };

const organizationId = (origin: string) => `${origin}/#organization`;
const websiteId = (origin: string) => `${origin}/#website`;
const pageUrl = (origin: string, path: string) => `${origin}${path}`;

/** Who runs the product, as the brand's settings have it. */
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

/** What can be checked. No price: an operator changes prices without a new build, and an old one would be untrue. */
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

/** The things that a page is about, beside what every page says. */
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
 * All that is told of one page, as the content of a JSON-LD block.
 * @param questions what the page asks and answers, in plain words
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
  return JSON.stringify(graph).replaceAll("<", String.raw`\u003c`); // nothing in it may end the block
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
