import { type IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";

/** How Node writes the head of an answer, its headers by their names. Its types do not know it. */
type WriteHead = (this: ServerResponse, firstLine: string, headers: object) => void;
const own: unknown = Reflect.get(ServerResponse.prototype, "_storeHeader");

/** Headers that were looked at: their lines by their names in small letters, and all of them as one text. */
export type ReadyHeaders = { readonly lines: ReadonlyMap<string, string>; readonly all: string };

/**
 * An answer some of whose headers are lines already. Node looks at each letter of each header with each answer, which is a tenth of
 * what a read costs; what is the same for all it needs to see once. Source: G-R2.
 */
class ReadyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  declare ready: ReadyHeaders;
  _storeHeader(firstLine: string, headers: object): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read above, and what it is asked with is what it is given
    (own as WriteHead).call(this, firstLine + besides(this.ready, headers), headers);
  }
}
ReadyResponse.prototype.ready = { lines: new Map(), all: "" };

/** The lines of what an answer does not say itself, so that none is said twice. */
function besides({ lines, all }: ReadyHeaders, headers: object): string {
  for (const name in headers)
    if (lines.has(name.toLowerCase())) {
      const said = new Set(Object.keys(headers).map((one) => one.toLowerCase()));
      return [...lines].map(([one, line]) => (said.has(one) ? "" : line)).join("");
    }
  return all;
}

/** What a server is told to answer with; Node's own where that writes its heads in another way. */
export const readyResponse: typeof ServerResponse = typeof own === "function" ? ReadyResponse : ServerResponse;

/** @throws TypeError where Node would refuse one of them */
export function ready(headers: Readonly<Record<string, string>>): ReadyHeaders {
  const lines = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.set(name.toLowerCase(), `${name}: ${value}\r\n`);
  }
  return { lines, all: [...lines.values()].join("") };
}

/**
 * Gives an answer headers, which it may say otherwise and cannot leave out.
 * @returns false where it cannot be given any, as one that no server writes
 */
export function begin(response: ServerResponse, headers: ReadyHeaders): boolean {
  if (!(response instanceof ReadyResponse)) return false;
  response.ready = headers;
  return true;
}
