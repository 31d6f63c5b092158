import { randomBytes } from "node:crypto";
import type { SandboxContext } from "../sandbox-context.ts";

const tokenLifeMs = 300_000;

/** The provider's data about a solved check. */
export type SolvedChallenge = {
  readonly hostname: string;
  readonly action: string;
  readonly cdata: string;
  readonly solvedAt: number;
};

/** The solved checks of the captcha stand-in, in memory. Each is valid once, for five minutes. */
export type Turnstile = {
  solve(what: Omit<SolvedChallenge, "solvedAt">): string;
  /** Undefined if it is unknown, expired or used. */
  consume(token: string): SolvedChallenge | undefined;
};

export function createTurnstile({ clock }: Pick<SandboxContext, "clock">): Turnstile {
  const solved = new Map<string, SolvedChallenge>();
  return {
    solve(what) {
      const token = `0.${randomBytes(120).toString("base64url")}`;
      solved.set(token, { ...what, solvedAt: clock.now() });
      return token;
    },
    consume(token) {
      const found = solved.get(token);
      solved.delete(token);
      return found && clock.now() - found.solvedAt < tokenLifeMs ? found : undefined;
    },
  };
}
