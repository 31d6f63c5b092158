import { type IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";

/** How Node writes the head of an answer, its headers by their names. Its types do not know it. */
type WriteHead = (this: ServerResponse, firstLine: string, headers: object) => void;
const nodeStoreHeader: unknown = Reflect.get(ServerResponse.prototype, "_storeHeader");

/** Headers that were looked at: their lines by their names in small letters, and all of them as one text. */
export type PrecomputedHeaders = { readonly lines: ReadonlyMap<string, string>; readonly all: string };

/**
 * An answer some of whose headers are lines already. Node looks at each letter of each header with each answer, which is a tenth of
 * what a read costs; what is the same for all it needs to see once. Source: G-R2.
 */
class PrecomputedHeadersResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  declare ready: PrecomputedHeaders;
  _storeHeader(firstLine: string, headers: object): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read above, and what it is asked with is what it is given
    (nodeStoreHeader as WriteHead).call(this, firstLine + missingHeaders(this.ready, headers), headers);
  }
}
PrecomputedHeadersResponse.prototype.ready = { lines: new Map(), all: "" };

/** The lines of what an answer does not say itself, so that none is said twice. */
function missingHeaders({ lines, all }: PrecomputedHeaders, headers: object): string {
  for (const name in headers)
    if (lines.has(name.toLowerCase())) {
      const said = new Set(Object.keys(headers).map((one) => one.toLowerCase()));
      return [...lines].map(([one, line]) => (said.has(one) ? "" : line)).join("");
    }
  return all;
}

/** What a server is told to answer with; Node's own where that writes its heads in another way. */
export const responseClass: typeof ServerResponse =
  typeof nodeStoreHeader === "function" ? PrecomputedHeadersResponse : ServerResponse;

/** @throws TypeError where Node would refuse one of them */
export function precomputeHeaders(headers: Readonly<Record<string, string>>): PrecomputedHeaders {
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
export function applyPrecomputedHeaders(response: ServerResponse, headers: PrecomputedHeaders): boolean {
  if (!(response instanceof PrecomputedHeadersResponse)) return false;
  response.ready = headers;
  return true;
}
