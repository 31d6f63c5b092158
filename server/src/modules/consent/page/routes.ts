import { recordPartIds } from "@idanimo/contract/record-parts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFile } from "../../../http/download.ts";
import { comesFromUs, isAskedBehindBack } from "../../../http/guards.ts";
import type { LimitName } from "../../../http/limits.ts";
import { plain, refuse } from "../../../http/refuse.ts";
import { sendPage, serveStyles } from "../../../pages/document.ts";
import { fieldsOf, listOf, readForms, textOf } from "../../../http/form.ts";
import type { ConsentDeps } from "../deps.ts";
import { languageIn } from "../language.ts";
import { inLanguage } from "../switcher.ts";
import { answerLink, linkActions, openLink, type OpenLink } from "../use-cases/link.ts";
import { reportMisuse } from "../use-cases/report-misuse.ts";
import { type Place, subjectStyles } from "./frame.ts";
import { drawReceipt } from "./paper.ts";
import { linkPath } from "./pieces.ts";
import { standingOfLink } from "./receipt.ts";
import { readReport } from "./rules.ts";
import { showLink, showReport, showUnknown, showWrongPerson } from "./view.ts";

/** A form is small: the longest is a report of 500 letters, each of which may take nine signs. */
const formMostBytes = 8_192;

/** What the page's own forms send; what is of another kind is as if it were not there. */
function readForm({ body }: FastifyRequest) {
  const sent = fieldsOf(body);
  return {
    lang: textOf(sent["lang"]),
    parts: listOf(sent["part"]),
    reason: textOf(sent["reason"]),
    text: textOf(sent["text"]),
  };
}

type Linked = { Params: { token: string }; Querystring: { lang?: string | string[] } };
type Asked = FastifyRequest<Linked>;

/** The subject's pages behind the link of a message. Plain forms, no script; the link's token is the only credential. */
export function linkPages(app: FastifyInstance, deps: ConsentDeps, origins: readonly string[]): void {
  /** Rejects a call where this address calls too often, or another site's page sends a form or loads the page unseen. */
  const refused = async (request: Asked, reply: FastifyReply, limit: LimitName = "inbound_address") => {
    // no cookie counts here
    const isForeign = request.method === "POST" ? !comesFromUs(request, origins, false) : isAskedBehindBack(request);
    if (isForeign) {
      void refuse(reply, plain("cross_site"));
      return true;
    }
    const allowed = await deps.limits.take(limit, request.ip);
    if (!allowed.ok) void refuse(reply, allowed.problem);
    return !allowed.ok;
  };
  const placeOf = (request: Asked, said: unknown, page = ""): Place => {
    const path = linkPath(request.params.token);
    return { brandName: deps.brandName, language: languageIn(said), path, here: path + page };
  };
  /** The link's request, or the page of a link that leads nowhere. */
  const opened = async (request: Asked, reply: FastifyReply, place: Place): Promise<OpenLink | undefined> => {
    const open = await openLink(deps, request.params.token);
    // of its address nothing is said, so that all of these pages are alike
    if (!open) void sendPage(reply, 404, showUnknown({ ...place, here: request.method === "GET" ? "" : undefined }));
    return open;
  };
  const goBack = (reply: FastifyReply, { path, language }: Place) => reply.redirect(inLanguage(path, language), 303);

  void app.register(async (pages) => {
    await readForms(pages, formMostBytes);
    serveStyles(pages, subjectStyles);

    pages.get<Linked>(linkPath(":token"), async (request, reply) => {
      if (await refused(request, reply)) return reply;
      const place = placeOf(request, request.query.lang);
      const open = await opened(request, reply, place);
      return open ? sendPage(reply, 200, showLink(place, open)) : reply;
    });

    pages.get<Linked>(linkPath(":token/receipt.pdf"), async (request, reply) => {
      if (await refused(request, reply, "paper_address")) return reply;
      const place = placeOf(request, request.query.lang);
      const open = await opened(request, reply, place);
      if (!open) return reply;
      const paper = await drawReceipt(open, place.language);
      if (!paper) return goBack(reply, place);
      return sendFile(reply, { name: "receipt.pdf", type: "application/pdf", body: paper });
    });

    pages.get<Linked>(linkPath(":token/report"), async (request, reply) => {
      if (await refused(request, reply)) return reply;
      const place = placeOf(request, request.query.lang, "/report");
      const open = await opened(request, reply, place);
      if (!open) return reply;
      return open.facts.misuse ? goBack(reply, place) : sendPage(reply, 200, showReport(place, open));
    });

    pages.get<Linked>(linkPath(":token/wrong-person"), async (request, reply) => {
      if (await refused(request, reply)) return reply;
      const place = placeOf(request, request.query.lang, "/wrong-person");
      const open = await opened(request, reply, place);
      if (!open) return reply;
      return standingOfLink(open) === "asking" ? sendPage(reply, 200, showWrongPerson(place)) : goBack(reply, place);
    });

    /** The page as it stands now, after something that could not be done any more. */
    const tooLate = async (request: Asked, reply: FastifyReply, place: Place) => {
      const open = await opened(request, reply, place);
      return open ? sendPage(reply, 409, showLink(place, open, true)) : reply;
    };

    for (const action of linkActions) {
      pages.post<Linked>(linkPath(`:token/${action}`), async (request, reply) => {
        if (await refused(request, reply)) return reply;
        const form = readForm(request);
        const place = placeOf(request, form.lang);
        // what the form does not name was not agreed to
        const withheld = recordPartIds.filter((part) => !form.parts.includes(part));
        const isDone = await answerLink(deps, request.params.token, action, withheld);
        return isDone ? goBack(reply, place) : tooLate(request, reply, place);
      });
    }

    pages.post<Linked>(linkPath(":token/report"), async (request, reply) => {
      if (await refused(request, reply)) return reply;
      const form = readForm(request);
      const place = placeOf(request, form.lang);
      const read = readReport(form);
      if (read.ok) {
        const isDone = await reportMisuse(deps, request.params.token, read.report);
        return isDone ? goBack(reply, place) : tooLate(request, reply, place);
      }
      const open = await opened(request, reply, place);
      if (!open) return reply;
      if (open.facts.misuse) return sendPage(reply, 409, showLink(place, open, true));
      return sendPage(
        reply,
        422,
        showReport({ ...place, here: `${place.path}/report` }, open, {
          reason: form.reason,
          text: form.text,
          wrong: read.wrong,
        }),
      );
    });
  });
}
