/** Messages of DNS (RFC 1035), as far as one question about a name needs them. */

const headerBytes = 12;
const txtType = 16;
const internetClass = 1;
/** A text of a record has a length byte. */
const textBytes = 255;

const responseCodes = { found: 0, unreadable: 1, failure: 2, no_such_name: 3 } as const;
export type ResponseCode = keyof typeof responseCodes;

export type Question = {
  /** In lower case, without the final dot. */
  readonly name: string;
  readonly isTxt: boolean;
  /** Where the question ends in the message. */
  readonly end: number;
};

/** The only question of a message; undefined if it is not a plain query. */
export function readQuestion(message: Buffer): Question | undefined {
  if (message.length < headerBytes || message.readUInt16BE(4) !== 1) return undefined;
  const isQuery = (message.readUInt8(2) & 0xf8) === 0;
  const labels: string[] = [];
  let at = headerBytes;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63 || at + length + 1 > message.length) return undefined;
    at += 1;
    if (length === 0) break;
    labels.push(message.toString("latin1", at, at + length).toLowerCase());
    at += length;
  }
  if (!isQuery || at + 4 > message.length) return undefined;
  const isTxt = message.readUInt16BE(at) === txtType && message.readUInt16BE(at + 2) === internetClass;
  return { name: labels.join("."), isTxt, end: at + 4 };
}

/** The response to a question, with TXT records that are not to be cached. */
export function renderResponse(
  query: Buffer,
  question: Question,
  code: ResponseCode,
  texts: readonly string[],
): Buffer {
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  const recursionDesired = query.readUInt16BE(2) & 0x0100;
  header.writeUInt16BE(0x8480 | recursionDesired | responseCodes[code], 2); // a response, authoritative, recursive
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, query.subarray(headerBytes, question.end), ...texts.map(renderTxt)]);
}

function renderTxt(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += textBytes) {
    const part = bytes.subarray(at, at + textBytes);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | headerBytes, 0); // the name of the question
  head.writeUInt16BE(txtType, 2);
  head.writeUInt16BE(internetClass, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
