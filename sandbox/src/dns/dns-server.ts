import { createSocket } from "node:dgram";
import { readQuestion, renderResponse } from "./dns-message.ts";
import type { DomainTexts } from "./domain-texts.ts";

/** DNS over UDP on loopback. It knows the TXT records of `*.example`, which a control call sets. */
export function createDnsServer(domains: DomainTexts) {
  const socket = createSocket("udp4");
  let isListening = false;
  socket.on("message", (message, { port, address }) => {
    const question = readQuestion(message);
    if (!question) return;
    const texts = domains.find(question.name);
    const code = texts ? "found" : "no_such_name";
    socket.send(renderResponse(message, question, code, question.isTxt ? (texts ?? []) : []), port, address);
  });
  return {
    listen: (port: number) =>
      new Promise<void>((resolve, reject) => {
        socket.once("error", reject);
        socket.bind({ port, address: "127.0.0.1" }, () => {
          isListening = true;
          socket.off("error", reject);
          resolve();
        });
      }),
    close: () => new Promise<void>((resolve) => (isListening ? socket.close(() => resolve()) : resolve())),
  };
}
