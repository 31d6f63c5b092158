import { readFileSync } from "node:fs";
import { fillPlaceholders, ok, type Result } from "@idanimo/contract/problems";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { drawQueued } from "../../../documents/index.ts";
import { setSubjectCookie, subjectCookieName, clearSubjectCookie } from "../../../http/cookies.ts";
import { type Download, sendFile } from "../../../http/download.ts";
import { isSameOrigin, isCrossSiteSubresource } from "../../../http/guards.ts";
import { problemOf, sendProblem, setRetryAfter } from "../../../http/problem-response.ts";
import { sendPage, serveStyles } from "../../../pages/page.ts";
import { formFieldsOf, registerFormParser, formText } from "../../../http/form.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { type ConsentDeps, type Language, parseLanguage } from "../../consent/index.ts";
import { consentPath } from "../consent-page/components.ts";
import { renderUnknownLinkPage } from "../consent-page/pages.ts";
import {
  blockRequester,
  blockAllRequesters,
  endAllConsents,
  denyRequest,
  withdrawOwnConsent,
  throwIfFailed,
  liftBlock,
} from "./subject-actions.ts";
import { submitCase } from "./subject-cases.ts";
import { dataExportJson, dataExportDocument, readDataExport } from "./data-export.ts";
import { caseFormKinds, caseFormPage, erasurePage, caseFormError } from "./pages/case-forms.ts";
import { dataExportPage } from "./pages/data-export-page.ts";
import { codeExpiredPage, codePage, contactPage, rateLimitedPage } from "./pages/sign-in-pages.ts";
import { myDataPath, myDataStylesPath, type PageContext, copyForPage } from "./pages/layout.ts";
import { type CompletedAction, homePage, actionMessage } from "./pages/home-page.ts";
import { parseContact } from "./parse-contact.ts";
import { readHome, readRequests } from "./read-home.ts";
import { requestOutcome, sessionMinutes, activeRequestsMax } from "./rules.ts";
import {
  signInByCode,
  signInByLink,
  endSubjectSession,
  sendCode,
  type SubjectSession,
  findSubjectSession,
  type RateLimited,
  toRateLimited,
} from "./session.ts";

const stylesheet = readFileSync(new URL("./my-data.css", import.meta.url), "utf8");
/** Fits 1,000 characters of any alphabet, URL-encoded. */
const formMaxBytes = 16 * 1024;

/** The "my data" pages: plain forms without script. */
export function myDataRoutes(app: FastifyInstance, deps: ConsentDeps, origins: readonly string[]): void {
  void app.register(async (pages) => {
    await registerFormParser(pages, formMaxBytes);
    addPages(pages, deps, origins);
  });
}

function addPages(app: FastifyInstance, deps: ConsentDeps, origins: readonly string[]): void {
  serveStyles(app, myDataStylesPath, stylesheet);

  const pageContextOf = (request: FastifyRequest, path = myDataPath): PageContext => {
    const fields = request.method === "POST" ? formFieldsOf(request.body) : formFieldsOf(request.query);
    return { brandName: deps.brandName, language: parseLanguage(fields["lang"]), path };
  };

  /** Status of a page about a rejected form; sets Retry-After if the rate limit was reached. */
  const errorStatus = (reply: FastifyReply, rejection: RateLimited | { readonly kind: string }): number => {
    const status = rejection.kind === "wait" ? 429 : 400;
    setRetryAfter(reply, status, "retryAfterSeconds" in rejection ? rejection.retryAfterSeconds : undefined);
    return status;
  };
  const sendRateLimited = (request: FastifyRequest, reply: FastifyReply, wait: RateLimited) =>
    sendPage(reply, errorStatus(reply, wait), rateLimitedPage(pageContextOf(request), wait.wait));

  /** Rejects a request over the rate limit or from another site. @returns whether it was rejected */
  const isRejected = async (request: FastifyRequest, reply: FastifyReply, hasCookie = true): Promise<boolean> => {
    const isForeign =
      request.method === "GET" ? isCrossSiteSubresource(request) : !isSameOrigin(request, origins, hasCookie);
    if (isForeign) void sendProblem(reply, problemOf("cross_site"));
    else {
      const allowed = await deps.limits.consume("inbound_address", request.ip);
      if (allowed.ok) return false;
      void sendRateLimited(request, reply, toRateLimited(allowed.problem));
    }
    return true;
  };

  const homeUrl = (request: FastifyRequest, done = "") => {
    const { language } = pageContextOf(request);
    const query = [...(done === "" ? [] : [done]), ...(language === "en" ? [] : [`lang=${language}`])].join("&");
    return query === "" ? myDataPath : `${myDataPath}?${query}`;
  };

  /** Requires a session; without one, or after it has expired, shows the sign-in page. */
  const withSession =
    (work: (request: FastifyRequest, reply: FastifyReply, visitor: SubjectSession) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (await isRejected(request, reply)) return reply;
      const token = request.cookies[subjectCookieName];
      const visitor = await findSubjectSession(deps, token);
      if (visitor) return work(request, reply, visitor);
      if (token !== undefined) clearSubjectCookie(reply);
      const isDoor = request.method === "GET" && request.url.split("?")[0] === myDataPath;
      const status = isDoor ? 200 : 401;
      return sendPage(reply, status, contactPage(pageContextOf(request), { isOver: token !== undefined || !isDoor }));
    };

  const setSession = (reply: FastifyReply, token: string) => setSubjectCookie(reply, token, sessionMinutes);

  app.get(
    myDataPath,
    withSession(async (request, reply, visitor) => {
      const page = pageContextOf(request);
      const query = formFieldsOf(request.query);
      const shown = await readHome(deps, visitor, query["after"]);
      return sendPage(reply, 200, homePage(page, { ...shown, done: actionMessage(copyForPage(page), query, shown) }));
    }),
  );

  app.post(`${myDataPath}/code`, async (request, reply) => {
    if (await isRejected(request, reply)) return reply;
    const page = pageContextOf(request);
    const typed = formText(formFieldsOf(request.body)["contact"]);
    const sent = await sendCode(deps, request.ip, typed);
    const { enter } = copyForPage(page).own;
    if (sent.kind === "sent") return sendPage(reply, 200, codePage(page, sent.id, sent.to));
    const wrong = sent.kind === "wait" ? fillPlaceholders(enter.wait, { wait: sent.wait }) : enter.unreadable;
    return sendPage(reply, errorStatus(reply, sent), contactPage(page, { typed: typed.slice(0, 254), wrong }));
  });

  app.post(`${myDataPath}/enter`, async (request, reply) => {
    if (await isRejected(request, reply)) return reply;
    const page = pageContextOf(request);
    const { id, contact, code } = formFieldsOf(request.body);
    const entered = await signInByCode(deps, request.ip, { id, contact, code });
    const { own } = copyForPage(page);
    switch (entered.kind) {
      case "in":
        await endSubjectSession(deps, request.cookies[subjectCookieName]); // a session has one contact, so a new sign-in ends the old session
        setSession(reply, entered.token);
        return reply.redirect(homeUrl(request), 303);
      case "wait":
        return sendRateLimited(request, reply, entered);
      case "over":
        return sendPage(reply, 400, codeExpiredPage(page, formText(contact).slice(0, 254)));
      case "wrong": {
        const to = parseContact(contact);
        if (!to) return sendPage(reply, 400, codeExpiredPage(page, ""));
        const { triesLeft } = entered;
        const wrong =
          triesLeft === 1 ? own.code.wrongLast : fillPlaceholders(own.code.wrong, { count: String(triesLeft) });
        return sendPage(reply, 400, codePage(page, formText(id), to, wrong));
      }
    }
  });

  app.post<{ Params: { token: string } }>(consentPath(":token/my-data"), async (request, reply) => {
    // the token is the subject's only credential; this route uses no cookie
    if (await isRejected(request, reply, false)) return reply;
    const entered = await signInByLink(deps, request.params.token);
    if (!entered) return sendPage(reply, 404, renderUnknownLinkPage({ ...pageContextOf(request), here: undefined }));
    if (entered.kind === "in") {
      await endSubjectSession(deps, request.cookies[subjectCookieName]);
      setSession(reply, entered.token);
    }
    return reply.redirect(homeUrl(request), 303);
  });

  app.post(`${myDataPath}/leave`, async (request, reply) => {
    if (await isRejected(request, reply)) return reply;
    await endSubjectSession(deps, request.cookies[subjectCookieName]);
    clearSubjectCookie(reply);
    return reply.redirect(homeUrl(request), 303);
  });

  /** Adds an action on one request. If nothing changed, the page says so. */
  const addRequestAction = (
    path: string,
    done: CompletedAction,
    work: (deps: ConsentDeps, visitor: SubjectSession, requestId: string, language: Language) => Promise<boolean>,
  ) =>
    app.post<{ Params: { id: string } }>(
      `${myDataPath}/requests/:id/${path}`,
      withSession(async (request, reply, visitor) => {
        const { id } = formFieldsOf(request.params);
        const isDone = await work(deps, visitor, formText(id), pageContextOf(request).language);
        return reply.redirect(homeUrl(request, `done=${isDone ? done : "unchanged"}`), 303);
      }),
    );
  addRequestAction("take-back", "takenBack", withdrawOwnConsent);
  addRequestAction("no", "refused", denyRequest);
  addRequestAction("block", "blocked", blockRequester);

  app.post(
    `${myDataPath}/unblock`,
    withSession(async (request, reply, visitor) => {
      const isDone = await liftBlock(deps, visitor, formText(formFieldsOf(request.body)["requester"]));
      return reply.redirect(homeUrl(request, `done=${isDone ? "unblocked" : "unchanged"}`), 303);
    }),
  );
  app.post(
    `${myDataPath}/block-everybody`,
    withSession(async (request, reply, visitor) => {
      await blockAllRequesters(deps, visitor, pageContextOf(request).language);
      return reply.redirect(homeUrl(request, "done=blockedAll"), 303);
    }),
  );
  app.post(
    `${myDataPath}/unblock-everybody`,
    withSession(async (request, reply, visitor) => {
      const isDone = await liftBlock(deps, visitor, null);
      return reply.redirect(homeUrl(request, `done=${isDone ? "unblockedAll" : "unchanged"}`), 303);
    }),
  );

  for (const kind of caseFormKinds) {
    const path = `${myDataPath}/ask/${kind}`;
    const page = async (request: FastifyRequest, visitor: SubjectSession, written = {}) =>
      caseFormPage(
        pageContextOf(request, path),
        kind,
        visitor,
        await readRequests(deps, visitor, "all", activeRequestsMax),
        written,
      );
    app.get(
      path,
      withSession(async (request, reply, visitor) => sendPage(reply, 200, await page(request, visitor))),
    );
    app.post(
      path,
      withSession(async (request, reply, visitor) => {
        const { text, about } = formFieldsOf(request.body);
        const submitted = await submitCase(deps, visitor, {
          kind,
          text: formText(text),
          requestId: formText(about) === "" ? undefined : formText(about),
        });
        if ("reference" in submitted) return reply.redirect(homeUrl(request, "done=asked"), 303);
        const written = { text: formText(text), wrong: caseFormError(pageContextOf(request), submitted) };
        return sendPage(reply, errorStatus(reply, submitted), await page(request, visitor, written));
      }),
    );
  }

  const renderErasurePage = async (request: FastifyRequest, visitor: SubjectSession, written = {}) => {
    const live = await readRequests(deps, visitor, "live", activeRequestsMax);
    const granted = live.filter((one) => requestOutcome(one, one.now) === "standing").length;
    const counts = { standing: granted, open: live.length - granted };
    return erasurePage(pageContextOf(request, `${myDataPath}/erasure`), visitor, counts, written);
  };
  app.get(
    `${myDataPath}/erasure`,
    withSession(async (request, reply, visitor) => sendPage(reply, 200, await renderErasurePage(request, visitor))),
  );
  app.post(
    `${myDataPath}/erasure`,
    withSession(async (request, reply, visitor) => {
      const text = formText(formFieldsOf(request.body)["text"]);
      const ended = await endAllConsents(deps, visitor, pageContextOf(request).language); // first, because a withdrawal must not depend on opening the case
      const submitted = await submitCase(deps, visitor, { kind: "erasure", text, requestId: undefined });
      throwIfFailed(ended.failures);
      if ("reference" in submitted)
        return reply.redirect(homeUrl(request, `done=erased&taken=${ended.withdrawn}&no=${ended.denied}`), 303);
      const written = { text, wrong: caseFormError(pageContextOf(request), submitted) };
      return sendPage(reply, errorStatus(reply, submitted), await renderErasurePage(request, visitor, written));
    }),
  );

  /** Rejects an export over the rate limit, because each one reads everything about a subject. */
  const isExportRateLimited = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const whose = tokenHash(request.cookies[subjectCookieName] ?? "").toString("base64url");
    const allowed = await deps.limits.consume("subject_copy", whose);
    if (!allowed.ok) void sendRateLimited(request, reply, toRateLimited(allowed.problem));
    return !allowed.ok;
  };
  app.get(
    `${myDataPath}/copy`,
    withSession(async (request, reply, visitor) =>
      (await isExportRateLimited(request, reply))
        ? reply
        : sendPage(
            reply,
            200,
            dataExportPage(pageContextOf(request, `${myDataPath}/copy`), await readDataExport(deps, visitor)),
          ),
    ),
  );
  const addDownload = (
    name: string,
    type: Download["type"],
    make: (page: PageContext, visitor: SubjectSession) => Promise<Result<Buffer, "unavailable">>,
  ) =>
    app.get(
      `${myDataPath}/${name}`,
      withSession(async (request, reply, visitor) => {
        if (await isExportRateLimited(request, reply)) return reply;
        const created = await make(pageContextOf(request), visitor);
        if (!created.ok) return sendProblem(reply, created.problem);
        return sendFile(reply, { name: `idanimo-${name}`, type, body: created.value });
      }),
    );
  addDownload("copy.json", "application/json; charset=utf-8", async (_place, visitor) =>
    ok(Buffer.from(dataExportJson(await readDataExport(deps, visitor)))),
  );
  addDownload("copy.pdf", "application/pdf", async (page, visitor) => {
    const copy = await readDataExport(deps, visitor);
    return drawQueued(dataExportDocument(copy, page.language), copy.madeAt);
  });
}
