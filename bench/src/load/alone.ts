import { registerHooks } from "node:module";

// The same program without coalescing: each call of a Coalescer runs its own statement. Given to Node by `--import`.
const alone = `export class Coalescer {
  #run;
  constructor(run) { this.#run = run; }
  async ask(input) {
    const [output] = await this.#run([input]);
    if (output === undefined) throw new Error("coalesce: an answer is missing");
    return output;
  }
}`;
registerHooks({
  load: (url, context, next) =>
    url.endsWith("/database/coalesce.ts")
      ? { format: "module", shortCircuit: true, source: alone }
      : next(url, context),
});
