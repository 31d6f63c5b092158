import { Differs } from "./books.ts";
import type { LaneOf } from "./commands.ts";
import { newAccount } from "./account.ts";
import { ends } from "./comparing.ts";
import { does } from "./lane.ts";
import type { World } from "./world.ts";

/** Carries out lanes side by side, each with an account of its own, and compares at the end. Throws where the product differs. */
export async function runLanes(world: World, plan: readonly LaneOf[], done: () => void): Promise<void> {
  const lanes = await Promise.all(plan.map(() => newAccount(world)));
  lanes.forEach((lane, at) => (lane.beside = lanes[(at + 1) % lanes.length]));
  const runs = await Promise.allSettled(
    lanes.map(async (lane, at) => {
      let trail = "";
      for (const command of plan[at] ?? []) {
        trail = JSON.stringify(command);
        await does(lane, command).catch((error: unknown) => {
          throw new Differs(`lane ${at}, ${trail}: ${error instanceof Error ? error.message : String(error)}`);
        });
        done();
      }
    }),
  );
  const [wrong] = runs.filter((run) => run.status === "rejected");
  if (wrong) throw wrong.reason;
  const isLate = lanes.some(({ books }) => books.payments.some(({ state }) => state === "late"));
  const compare = () => Promise.all(lanes.map((lane) => ends(lane)));
  await (isLate ? world.aMinuteLater(compare) : compare());
}
