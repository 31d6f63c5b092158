// Stands in for the sandbox and the server in tests of the start: listens, reports that it is ready, ends when
// asked or when its input closes. FAIL_SERVER makes the server end with an error.
import { createServer } from "node:http";

const isServer = import.meta.filename.includes("/server/");
const port = Number(process.env[isServer ? "PORT" : "SANDBOX_PORT"]);
const name = isServer ? "server" : "sandbox";
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

if (isServer && process.env["FAIL_SERVER"]) {
  console.error("PUBLIC_URL must be an https address.");
  process.exit(1);
}
createServer()
  .once("error", () => {
    console.error(`The port ${port} is taken: set ${isServer ? "PORT" : "SANDBOX_PORT"}.`);
    process.exit(1);
  })
  .listen(port, "127.0.0.1", () => {
    say(`${name} log line`);
    const accounts = [{ email: "ada@example.test", password: "made up", note: "an individual" }];
    say(JSON.stringify({ ready: true, port, smtpPort: 2525, url: `http://localhost:${port}`, accounts }));
  });
process.stdin.resume().once("end", () => process.exit(0));
process.once("SIGTERM", () =>
  setTimeout(
    () => {
      say(`${name} ended in order`);
      process.exit(0);
    },
    isServer ? 200 : 0,
  ),
);
