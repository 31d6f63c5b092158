import { readFileSync } from "node:fs";
import { fill, ok, type Result } from "@idanimo/contract/problems";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { drawInTurn } from "../../../documents/index.ts";
import { giveSubject, subjectCookie, takeSubject } from "../../../http/cookies.ts";
import { type Download, sendFile } from "../../../http/download.ts";
import { comesFromUs, isAskedBehindBack } from "../../../http/guards.ts";
import { plain, refuse, sayWhenToRetry } from "../../../http/refuse.ts";
import { sendPage, serveStyles } from "../../../pages/document.ts";
import { fieldsOf, readForms, textOf } from "../../../http/form.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import type { ConsentDeps } from "../deps.ts";
import { languageIn } from "../language.ts";
import { linkPath } from "../page/pieces.ts";
import { showUnknown } from "../page/view.ts";
import { blockAsker, blockEverybody, endEverything, sayNo, takeBack, throwIfAny, unblock } from "./act.ts";
import { askUs } from "./cases.ts";
import { jsonOf, paperOf, readCopy } from "./copy.ts";
import { askKinds, askPage, erasurePage, wrongWords } from "./pages/ask.ts";
import { copyPage } from "./pages/copy.ts";
import { codeOverPage, codePage, enterPage, waitPage } from "./pages/enter.ts";
import { myDataPath, myDataStyles, type Place, wordsOf } from "./pages/frame.ts";
import { type Done, homePage, toldOf } from "./pages/home.ts";
import { readContact } from "./read-contact.ts";
import { readHome, readRequests } from "./read-home.ts";
import { outcomeOf, sessionMinutes, standingMost } from "./rules.ts";
import { enterByCode, enterByLink, leave, sendCode, type Visitor, visitorOf, type Wait, waitOf } from "./session.ts";

const ownStyles = readFileSync(new URL("./my-data.css", import.meta.url), "utf8");
/** A thousand letters of any alphabet, as a form sends them. */
const formBytes = 16 * 1024;

/** The pages of one's own data: plain forms without script. */
export function myDataRoutes(app: FastifyInstance, deps: ConsentDeps, origins: readonly string[]): void {
  void app.register(async (pages) => {
    await readForms(pages, formBytes);
    addPages(pages, deps, origins);
  });
}

function addPages(app: FastifyInstance, deps: ConsentDeps, origins: readonly string[]): void {
  serveStyles(app, myDataStyles, ownStyles);

  const placeOf = (request: FastifyRequest, path = myDataPath): Place => {
    const said = request.method === "POST" ? fieldsOf(request.body) : fieldsOf(request.query);
    return { brandName: deps.brandName, language: languageIn(said["lang"]), path };
  };

  /** Status of a page about a form that was not taken; one that came too often says when to try again. */
  const refusedStatus = (reply: FastifyReply, refused: Wait | { readonly kind: string }): number => {
    const status = refused.kind === "wait" ? 429 : 400;
    sayWhenToRetry(reply, status, "retryAfterSeconds" in refused ? refused.retryAfterSeconds : undefined);
    return status;
  };
  const sendWait = (request: FastifyRequest, reply: FastifyReply, wait: Wait) =>
    sendPage(reply, refusedStatus(reply, wait), waitPage(placeOf(request), wait.wait));

  /** Whether a request was refused: too many from one address, or not from our own page. */
  const isRefused = async (request: FastifyRequest, reply: FastifyReply, hasCookie = true): Promise<boolean> => {
    const isForeign = request.method === "GET" ? isAskedBehindBack(request) : !comesFromUs(request, origins, hasCookie);
    if (isForeign) void refuse(reply, plain("cross_site"));
    else {
      const allowed = await deps.limits.take("inbound_address", request.ip);
      if (allowed.ok) return false;
      void sendWait(request, reply, waitOf(allowed.problem));
    }
    return true;
  };

  const home = (request: FastifyRequest, done = "") => {
    const { language } = placeOf(request);
    const query = [...(done === "" ? [] : [done]), ...(language === "en" ? [] : [`lang=${language}`])].join("&");
    return query === "" ? myDataPath : `${myDataPath}?${query}`;
  };

  /** A page of somebody who is in; whoever is not is shown the door, also after their half hour. */
  const inside =
    (work: (request: FastifyRequest, reply: FastifyReply, visitor: Visitor) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (await isRefused(request, reply)) return reply;
      const token = request.cookies[subjectCookie];
      const visitor = await visitorOf(deps, token);
      if (visitor) return work(request, reply, visitor);
      if (token !== undefined) takeSubject(reply);
      const isDoor = request.method === "GET" && request.url.split("?")[0] === myDataPath;
      const status = isDoor ? 200 : 401;
      return sendPage(reply, status, enterPage(placeOf(request), { isOver: token !== undefined || !isDoor }));
    };

  const letIn = (reply: FastifyReply, token: string) => giveSubject(reply, token, sessionMinutes);

  app.get(
    myDataPath,
    inside(async (request, reply, visitor) => {
      const place = placeOf(request);
      const said = fieldsOf(request.query);
      const shown = await readHome(deps, visitor, said["after"]);
      return sendPage(reply, 200, homePage(place, { ...shown, done: toldOf(wordsOf(place), said, shown) }));
    }),
  );

  app.post(`${myDataPath}/code`, async (request, reply) => {
    if (await isRefused(request, reply)) return reply;
    const place = placeOf(request);
    const typed = textOf(fieldsOf(request.body)["contact"]);
    const sent = await sendCode(deps, request.ip, typed);
    const { enter } = wordsOf(place).own;
    if (sent.kind === "sent") return sendPage(reply, 200, codePage(place, sent.id, sent.to));
    const wrong = sent.kind === "wait" ? fill(enter.wait, { wait: sent.wait }) : enter.unreadable;
    return sendPage(reply, refusedStatus(reply, sent), enterPage(place, { typed: typed.slice(0, 254), wrong }));
  });

  app.post(`${myDataPath}/enter`, async (request, reply) => {
    if (await isRefused(request, reply)) return reply;
    const place = placeOf(request);
    const { id, contact, code } = fieldsOf(request.body);
    const entered = await enterByCode(deps, request.ip, { id, contact, code });
    const { own } = wordsOf(place);
    switch (entered.kind) {
      case "in":
        await leave(deps, request.cookies[subjectCookie]); // whoever proves another contact is not both
        letIn(reply, entered.token);
        return reply.redirect(home(request), 303);
      case "wait":
        return sendWait(request, reply, entered);
      case "over":
        return sendPage(reply, 400, codeOverPage(place, textOf(contact).slice(0, 254)));
      case "wrong": {
        const to = readContact(contact);
        if (!to) return sendPage(reply, 400, codeOverPage(place, ""));
        const { triesLeft } = entered;
        const wrong = triesLeft === 1 ? own.code.wrongLast : fill(own.code.wrong, { count: String(triesLeft) });
        return sendPage(reply, 400, codePage(place, textOf(id), to, wrong));
      }
    }
  });

  app.post<{ Params: { token: string } }>(linkPath(":token/my-data"), async (request, reply) => {
    // the token is the subject's only credential; no cookie counts here
    if (await isRefused(request, reply, false)) return reply;
    const entered = await enterByLink(deps, request.params.token);
    if (!entered) return sendPage(reply, 404, showUnknown({ ...placeOf(request), here: undefined }));
    if (entered.kind === "in") {
      await leave(deps, request.cookies[subjectCookie]);
      letIn(reply, entered.token);
    }
    return reply.redirect(home(request), 303);
  });

  app.post(`${myDataPath}/leave`, async (request, reply) => {
    if (await isRefused(request, reply)) return reply;
    await leave(deps, request.cookies[subjectCookie]);
    takeSubject(reply);
    return reply.redirect(home(request), 303);
  });

  /** One act on one request; what was not done changed nothing, and says so. */
  const onRequest = (
    path: string,
    done: Done,
    work: (deps: ConsentDeps, visitor: Visitor, requestId: string) => Promise<boolean>,
  ) =>
    app.post<{ Params: { id: string } }>(
      `${myDataPath}/requests/:id/${path}`,
      inside(async (request, reply, visitor) => {
        const { id } = fieldsOf(request.params);
        const isDone = await work(deps, visitor, textOf(id));
        return reply.redirect(home(request, `done=${isDone ? done : "unchanged"}`), 303);
      }),
    );
  onRequest("take-back", "takenBack", takeBack);
  onRequest("no", "refused", sayNo);
  onRequest("block", "blocked", blockAsker);

  app.post(
    `${myDataPath}/unblock`,
    inside(async (request, reply, visitor) => {
      const isDone = await unblock(deps, visitor, textOf(fieldsOf(request.body)["asker"]));
      return reply.redirect(home(request, `done=${isDone ? "unblocked" : "unchanged"}`), 303);
    }),
  );
  app.post(
    `${myDataPath}/block-everybody`,
    inside(async (request, reply, visitor) => {
      await blockEverybody(deps, visitor);
      return reply.redirect(home(request, "done=blockedAll"), 303);
    }),
  );
  app.post(
    `${myDataPath}/unblock-everybody`,
    inside(async (request, reply, visitor) => {
      const isDone = await unblock(deps, visitor, null);
      return reply.redirect(home(request, `done=${isDone ? "unblockedAll" : "unchanged"}`), 303);
    }),
  );

  for (const kind of askKinds) {
    const path = `${myDataPath}/ask/${kind}`;
    const page = async (request: FastifyRequest, visitor: Visitor, written = {}) =>
      askPage(placeOf(request, path), kind, visitor, await readRequests(deps, visitor, "all", standingMost), written);
    app.get(
      path,
      inside(async (request, reply, visitor) => sendPage(reply, 200, await page(request, visitor))),
    );
    app.post(
      path,
      inside(async (request, reply, visitor) => {
        const { text, about } = fieldsOf(request.body);
        const asked = await askUs(deps, visitor, {
          kind,
          text: textOf(text),
          requestId: textOf(about) === "" ? undefined : textOf(about),
        });
        if ("reference" in asked) return reply.redirect(home(request, "done=asked"), 303);
        const written = { text: textOf(text), wrong: wrongWords(placeOf(request), asked) };
        return sendPage(reply, refusedStatus(reply, asked), await page(request, visitor, written));
      }),
    );
  }

  const erasure = async (request: FastifyRequest, visitor: Visitor, written = {}) => {
    const live = await readRequests(deps, visitor, "live", standingMost);
    const standing = live.filter((one) => outcomeOf(one, one.now) === "standing").length;
    const counts = { standing, open: live.length - standing };
    return erasurePage(placeOf(request, `${myDataPath}/erasure`), visitor, counts, written);
  };
  app.get(
    `${myDataPath}/erasure`,
    inside(async (request, reply, visitor) => sendPage(reply, 200, await erasure(request, visitor))),
  );
  app.post(
    `${myDataPath}/erasure`,
    inside(async (request, reply, visitor) => {
      const text = textOf(fieldsOf(request.body)["text"]);
      const ended = await endEverything(deps, visitor); // first: what is taken back does not wait for a case
      const asked = await askUs(deps, visitor, { kind: "erasure", text, requestId: undefined });
      throwIfAny(ended.failures);
      if ("reference" in asked)
        return reply.redirect(home(request, `done=erased&taken=${ended.takenBack}&no=${ended.refused}`), 303);
      const written = { text, wrong: wrongWords(placeOf(request), asked) };
      return sendPage(reply, refusedStatus(reply, asked), await erasure(request, visitor, written));
    }),
  );

  /** Whether a copy was refused: each reads everything there is of a person. */
  const isCopiedTooOften = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const whose = tokenHash(request.cookies[subjectCookie] ?? "").toString("base64url");
    const allowed = await deps.limits.take("subject_copy", whose);
    if (!allowed.ok) void sendWait(request, reply, waitOf(allowed.problem));
    return !allowed.ok;
  };
  app.get(
    `${myDataPath}/copy`,
    inside(async (request, reply, visitor) =>
      (await isCopiedTooOften(request, reply))
        ? reply
        : sendPage(reply, 200, copyPage(placeOf(request, `${myDataPath}/copy`), await readCopy(deps, visitor))),
    ),
  );
  const file = (
    name: string,
    type: Download["type"],
    make: (place: Place, visitor: Visitor) => Promise<Result<Buffer, "unavailable">>,
  ) =>
    app.get(
      `${myDataPath}/${name}`,
      inside(async (request, reply, visitor) => {
        if (await isCopiedTooOften(request, reply)) return reply;
        const made = await make(placeOf(request), visitor);
        if (!made.ok) return refuse(reply, made.problem);
        return sendFile(reply, { name: `idanimo-${name}`, type, body: made.value });
      }),
    );
  file("copy.json", "application/json; charset=utf-8", async (_place, visitor) =>
    ok(Buffer.from(jsonOf(await readCopy(deps, visitor)))),
  );
  file("copy.pdf", "application/pdf", async (place, visitor) => {
    const copy = await readCopy(deps, visitor);
    return drawInTurn(paperOf(copy, place.language), copy.madeAt);
  });
}
