import type { Member } from "../../fleet.ts";

/** A program that dies by its own hand at a crash point, and is started again then without one. */
export type Dying = {
  /** Ends it in order and starts it to die at `name:n`, or with `watch` to tell what it passes. */
  startToDieAt(point: string): Promise<void>;
  /** Whether it died where it was to, since it was last started to. */
  hasDied(): boolean;
  /** Resolves once it stands again that died. */
  revived(): Promise<void>;
  /** What its processes said since it was last started to die. */
  said(): readonly string[];
  /**
   * Lets it die at another point first, while somebody does something that leads there, and afterwards at the one it is to.
   * @param meanwhile done while nothing stands
   */
  dyingAt(point: string, work: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void>;
};

export function dying(member: Member): Dying {
  /** Where it is to die; undefined once it did. */
  let at: string | undefined;
  let hasDied = false;
  let revived = Promise.resolve();
  let said: (readonly string[])[] = [];
  /** Whose death is noticed: that of one which is told to end is not. */
  let watched: unknown;

  /** Starts it as it is now to be started. It may die before it is ready: sealing and looking around need nobody who calls. */
  async function start(): Promise<void> {
    try {
      await member.start(at === undefined ? {} : { CRASH_AT: at });
    } catch (error) {
      if (at === undefined || !isKilled(error)) throw error;
      return again();
    }
    const { process, said: words } = member.now();
    said.push(words);
    watched = process;
    process.once("exit", (_code, signal) => {
      if (signal !== "SIGKILL" || watched !== process) return;
      revived = again();
      revived.catch(() => undefined); // told to whoever waits for it
    });
  }
  async function end(): Promise<void> {
    await revived.catch(() => undefined); // it was told, and the next one begins anew
    watched = undefined;
    await member.end();
  }
  async function again(): Promise<void> {
    hasDied = true;
    at = undefined;
    await start();
  }

  return {
    hasDied: () => hasDied,
    revived: () => revived,
    said: () => said.flat(),
    startToDieAt: async (point) => {
      await end();
      [at, hasDied, said] = [point, false, []];
      await start();
    },
    dyingAt: async (point, work, meanwhile) => {
      await end();
      await member.start({ CRASH_AT: `${point}:1` });
      const { process } = member.now();
      const stands = new Promise<void>((resolve, reject) => {
        process.once("exit", (_code, signal) => {
          if (signal !== "SIGKILL") return reject(new Error(`it ended with ${signal} and not at ${point}`));
          meanwhile().then(start).then(resolve, reject);
        });
      });
      await Promise.all([stands, work()]);
    },
  };
}

const isKilled = (error: unknown) => error instanceof Error && error.message.includes("SIGKILL");
