/** An example account of the demonstration. */
type Account = { readonly email: string; readonly password: string; readonly note: string };

/** An example operator of the demonstration's console. */
type Operator = Account & { readonly secret: string };

/** The server's ready message. */
export type ServerReady = {
  readonly url: string;
  readonly dataDir?: string;
  readonly accounts: readonly Account[];
  readonly console?: { readonly url: string; readonly operators: readonly Operator[] };
};

/** Parses the server's ready message; undefined if its shape is wrong. */
export function parseServerReady(words: unknown): ServerReady | undefined {
  const url = textOf(words, "url");
  if (url === undefined) return undefined;
  const dataDir = textOf(words, "dataDir");
  const listed = fieldOf(words, "accounts");
  const accounts = (Array.isArray(listed) ? (listed as unknown[]) : []).map((account) => ({
    email: textOf(account, "email") ?? "",
    password: textOf(account, "password") ?? "",
    note: textOf(account, "note") ?? "",
  }));
  const operatorConsole = parseConsole(fieldOf(words, "console"));
  return {
    url,
    accounts,
    ...(operatorConsole && { console: operatorConsole }),
    ...(dataDir !== undefined && { dataDir }),
  };
}

function parseConsole(value: unknown): ServerReady["console"] {
  const url = textOf(value, "url");
  if (url === undefined) return undefined;
  const listed = fieldOf(value, "operators");
  const operators = (Array.isArray(listed) ? (listed as unknown[]) : []).map((operator) => ({
    email: textOf(operator, "email") ?? "",
    password: textOf(operator, "password") ?? "",
    secret: textOf(operator, "secret") ?? "",
    note: textOf(operator, "note") ?? "",
  }));
  return { url, operators };
}

export type SandboxPorts = { readonly port: number; readonly smtpPort: number };
/** The sandbox's ready message. */
export type SandboxReady = SandboxPorts & { readonly testMode: SandboxPorts | undefined };

/** Parses the sandbox's ready message; undefined if its shape is wrong. */
export function parseSandboxReady(words: unknown): SandboxReady | undefined {
  const ports = parsePorts(words);
  return ports && { ...ports, testMode: parsePorts(fieldOf(words, "testMode")) };
}

function parsePorts(words: unknown): SandboxPorts | undefined {
  const port = fieldOf(words, "port");
  const smtpPort = fieldOf(words, "smtpPort");
  return typeof port === "number" && typeof smtpPort === "number" ? { port, smtpPort } : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : undefined;
}

/** The lines on the terminal once everything runs. */
export function welcomeLines(
  server: ServerReady,
  sandbox: string | undefined,
  dataDir: string,
  seconds: number,
): readonly string[] {
  const places = [
    ["Product", server.url],
    ...(server.console ? [["Console", `${server.console.url}   (for operators)`]] : []),
    ...(sandbox
      ? [
          ["Sandbox", `${sandbox}   (stand-ins for all external providers)`],
          ["Inbox", `${sandbox}/inbox   (every email and SMS that was sent)`],
        ]
      : []),
  ].map(([name = "", place = ""]) => `  ${name.padEnd(9)} ${place}`);
  const widths = {
    email: longestLength(server.accounts, "email"),
    password: longestLength(server.accounts, "password"),
  };
  const accounts = server.accounts.map(
    ({ email, password, note }) => `    ${email.padEnd(widths.email)}   ${password.padEnd(widths.password)}   ${note}`,
  );
  return [
    "",
    `Idanimo is ready after ${seconds.toFixed(1)} s.`,
    "",
    ...places,
    ...(accounts.length > 0 ? ["", "  Sign in with", ...accounts] : []),
    ...consoleLines(server.console?.operators ?? []),
    "",
    `  Data in ${dataDir}.`,
    ...(server.dataDir && server.dataDir !== dataDir
      ? [`  Only root can enter there, so the database itself lives in ${server.dataDir}.`]
      : []),
    "  Ctrl-C stops everything.",
    "",
  ];
}

/** How to sign in to the console: its second step needs a code of the authenticator. */
function consoleLines(operators: readonly Operator[]): readonly string[] {
  const [first] = operators;
  if (!first) return [];
  const width = longestLength(operators, "email");
  return [
    "",
    `  Operators of the console (password ${first.password}), each with its authenticator secret`,
    ...operators.map(({ email, secret, note }) => `    ${email.padEnd(width)}   ${secret}   ${note}`),
    `    The current code: npm run operator -- code ${first.email}`,
    `    A key for commands at the terminal: npm run operator -- key ${first.email}`,
  ];
}

function longestLength(accounts: readonly Account[], field: keyof Account): number {
  return Math.max(0, ...accounts.map((account) => account[field].length));
}
