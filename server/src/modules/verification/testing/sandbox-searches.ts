import type { Outcome } from "@idanimo/contract/verification-states";
import { type RunningSandbox, startSandbox } from "../../../providers/testing/sandbox.ts";
import { createTestApp, disabledBreaker, type TestApp, type TestUser } from "../../../testing/app.ts";
import type { End } from "../../../testing/sandbox-kinds.ts";
import { buySearch, payPurchase, readRequestState } from "../../../testing/lookup-steps.ts";

/** Searches of every type, paid from the wallet and looked up over HTTP in the sandbox. */

export type SandboxApp = { readonly sandbox: RunningSandbox; readonly app: TestApp };

export async function startSandboxApp(): Promise<SandboxApp> {
  const sandbox = await startSandbox("http://127.0.0.1:1");
  const { port } = new URL(sandbox.url);
  const own = { STOLEN_BASE_URL: `${sandbox.url}/stolen`, MATCH_BASE_URL: `${sandbox.url}/match` };
  const settings = { ...own, SANDBOX_PORT: port, INTERNAL_MODE: "yes", LIVE_FACE_BASE_URL: `${sandbox.url}/live-face` };
  const app = await createTestApp(settings, { sources: (real) => real, breaker: disabledBreaker });
  return { sandbox, app };
}

/** Steps of a search. @param app returns the application, which may start later */
export function createSearchSteps(app: () => TestApp) {
  const endOf = async (itemId: string): Promise<End | undefined> => {
    const found = await readRequestState(app(), itemId);
    return found?.item === "awaiting_consent" ? "asked" : ((found?.outcome as Outcome | null) ?? undefined);
  };
  /** Buys, pays and looks up. */
  async function through(user: TestUser, search: object) {
    const bought = await buySearch(app(), user, search);
    await payPurchase(user, bought);
    await app().drainQueue();
    return bought;
  }
  return { endOf, through };
}
