import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFile } from "../../../http/download.ts";
import { isSameOrigin, isCrossSiteSubresource } from "../../../http/guards.ts";
import type { LimitName } from "../../../http/rate-limits.ts";
import { problemOf, sendProblem } from "../../../http/problem-response.ts";
import { sendPage, serveStyles } from "../../../pages/page.ts";
import { formFieldsOf, formValues, registerFormParser, formText } from "../../../http/form.ts";
import { type ConsentDeps, parseLanguage } from "../../consent/index.ts";
import { localisedPath } from "../language-switcher.ts";
import { applyLinkAction, linkActions, openLink, previewAnswer, type LinkView } from "./consent-link.ts";
import { reportMisuse } from "./report-misuse.ts";
import { type PageContext, consentStylesPath } from "./layout.ts";
import { drawReceipt } from "./receipt-document.ts";
import { consentPath } from "./components.ts";
import { statusOfLink } from "./receipt-page.ts";
import { parseMisuseReport } from "./rules.ts";
import { renderLinkPage, renderReportPage, renderUnknownLinkPage, renderWrongPersonPage } from "./pages.ts";

/** The longest form is a report of 500 characters, each up to nine bytes when URL-encoded. */
const formMaxBytes = 8_192;

/** Reads the fields of the page's own forms; ignores values of another type. */
function parseForm({ body }: FastifyRequest) {
  const sent = formFieldsOf(body);
  return {
    lang: formText(sent["lang"]),
    parts: formValues(sent["part"]).filter((part) => typeof part === "string"),
    reason: formText(sent["reason"]),
    text: formText(sent["text"]),
  };
}

type LinkRoute = { Params: { token: string }; Querystring: { lang?: string | string[] } };
type LinkRequest = FastifyRequest<LinkRoute>;

/** The subject's pages behind a message's link. Plain forms, no script; the link's token is the only credential. */
export function consentPageRoutes(app: FastifyInstance, deps: ConsentDeps, origins: readonly string[]): void {
  /**
   * Rejects a call over the rate limit, a form from another site, and a page that another site loads as a
   * subresource.
   */
  const isRejected = async (request: LinkRequest, reply: FastifyReply, limit: LimitName = "inbound_address") => {
    // these pages use no cookie
    const isForeign =
      request.method === "POST" ? !isSameOrigin(request, origins, false) : isCrossSiteSubresource(request);
    if (isForeign) {
      void sendProblem(reply, problemOf("cross_site"));
      return true;
    }
    const allowed = await deps.limits.consume(limit, request.ip);
    if (!allowed.ok) void sendProblem(reply, allowed.problem);
    return !allowed.ok;
  };
  const pageContextOf = (request: LinkRequest, said: unknown, page = ""): PageContext => {
    const path = consentPath(request.params.token);
    return { brandName: deps.brandName, language: parseLanguage(said), path, here: path + page };
  };
  /** Finds the link's request, or sends the page for an unknown link. */
  const openOrSendNotFound = async (
    request: LinkRequest,
    reply: FastifyReply,
    place: PageContext,
  ): Promise<LinkView | undefined> => {
    const open = await openLink(deps, request.params.token);
    if (!open)
      void sendPage(reply, 404, renderUnknownLinkPage({ ...place, here: request.method === "GET" ? "" : undefined }));
    return open;
  };
  const redirectToConsent = (reply: FastifyReply, { path, language }: PageContext) =>
    reply.redirect(localisedPath(path, language), 303);

  void app.register(async (pages) => {
    await registerFormParser(pages, formMaxBytes);
    serveStyles(pages, consentStylesPath);

    pages.get<LinkRoute>(consentPath(":token"), async (request, reply) => {
      if (await isRejected(request, reply)) return reply;
      const place = pageContextOf(request, request.query.lang);
      const open = await openOrSendNotFound(request, reply, place);
      return open ? sendPage(reply, 200, renderLinkPage(place, open)) : reply;
    });

    pages.get<LinkRoute>(consentPath(":token/receipt.pdf"), async (request, reply) => {
      if (await isRejected(request, reply, "paper_address")) return reply;
      const place = pageContextOf(request, request.query.lang);
      const open = await openOrSendNotFound(request, reply, place);
      if (!open) return reply;
      const pdf = await drawReceipt(open, place.language);
      if (!pdf) return redirectToConsent(reply, place);
      return sendFile(reply, { name: "receipt.pdf", type: "application/pdf", body: pdf });
    });

    pages.get<LinkRoute>(consentPath(":token/report"), async (request, reply) => {
      if (await isRejected(request, reply)) return reply;
      const place = pageContextOf(request, request.query.lang, "/report");
      const open = await openOrSendNotFound(request, reply, place);
      if (!open) return reply;
      return open.facts.misuse ? redirectToConsent(reply, place) : sendPage(reply, 200, renderReportPage(place, open));
    });

    pages.get<LinkRoute>(consentPath(":token/wrong-person"), async (request, reply) => {
      if (await isRejected(request, reply)) return reply;
      const place = pageContextOf(request, request.query.lang, "/wrong-person");
      const open = await openOrSendNotFound(request, reply, place);
      if (!open) return reply;
      return statusOfLink(open) === "asking"
        ? sendPage(reply, 200, renderWrongPersonPage(place))
        : redirectToConsent(reply, place);
    });

    /** Sends the page in its current state with status 409, after a change that is no longer possible. */
    const sendAlreadyDecided = async (request: LinkRequest, reply: FastifyReply, place: PageContext) => {
      const open = await openOrSendNotFound(request, reply, place);
      return open ? sendPage(reply, 409, renderLinkPage(place, open, "answered")) : reply;
    };

    for (const action of linkActions) {
      pages.post<LinkRoute>(consentPath(`:token/${action}`), async (request, reply) => {
        if (await isRejected(request, reply)) return reply;
        const form = parseForm(request);
        const place = pageContextOf(request, form.lang);
        const outcome = await applyLinkAction(deps, request.params.token, action, place.language, form.parts);
        if (outcome === "done") return redirectToConsent(reply, place);
        if (outcome === "over") return sendAlreadyDecided(request, reply, place);
        const open = await openOrSendNotFound(request, reply, place);
        return open ? sendPage(reply, 400, renderLinkPage(place, open, "notOffered")) : reply;
      });
    }

    // by POST, so that no scanner or link preview reads the answer
    pages.post<LinkRoute>(consentPath(":token/preview"), async (request, reply) => {
      if (await isRejected(request, reply)) return reply;
      const place = pageContextOf(request, parseForm(request).lang);
      const open = await openOrSendNotFound(request, reply, place);
      if (!open) return reply;
      const answer = await previewAnswer(deps, open);
      return answer
        ? sendPage(reply, 200, renderLinkPage(place, open, undefined, answer))
        : sendPage(reply, 409, renderLinkPage(place, open, "answered"));
    });

    pages.post<LinkRoute>(consentPath(":token/report"), async (request, reply) => {
      if (await isRejected(request, reply)) return reply;
      const form = parseForm(request);
      const place = pageContextOf(request, form.lang);
      const read = parseMisuseReport(form);
      if (read.ok) {
        const isDone = await reportMisuse(deps, request.params.token, read.report, place.language);
        return isDone ? redirectToConsent(reply, place) : sendAlreadyDecided(request, reply, place);
      }
      const open = await openOrSendNotFound(request, reply, place);
      if (!open) return reply;
      if (open.facts.misuse) return sendPage(reply, 409, renderLinkPage(place, open, "answered"));
      return sendPage(
        reply,
        422,
        renderReportPage({ ...place, here: `${place.path}/report` }, open, {
          reason: form.reason,
          text: form.text,
          wrong: read.wrong,
        }),
      );
    });
  });
}
