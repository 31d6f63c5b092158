import type { TestApp, TestUser } from "../../../testing/app.ts";

/** Steps of tests that create and submit purchases. */

export const create = (user: TestUser, body: object) =>
  user.post("/verification/session", { currency: "NGN", purpose: { code: "employment" }, ...body });

/** Steps that need the application. @param app returns the application, which may start later */
export function createSessionSteps(app: () => TestApp) {
  const payer = (minor = 10_000_00n) => app().user({ NGN: minor });
  /** Resets the clock and the source, runs what is queued, and checks that all invariants are true. */
  async function verifyAfterTest(): Promise<void> {
    await app().setClockOffset(0);
    app().providers.personRecords.state = "up";
    await app().drainQueue();
    await app().checkInvariants();
  }
  return { payer, verifyAfterTest };
}
