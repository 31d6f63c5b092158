import type { assignCase, noteCase } from "@idanimo/contract/console/cases";
import type { assignGrievance, noteGrievance } from "@idanimo/contract/console/grievances";
import { useQueryClient } from "@tanstack/react-query";
import type { Problem } from "../lib/call.ts";
import { callConsole } from "./lib/call.ts";

type Operations = {
  readonly assign: typeof assignCase | typeof assignGrievance;
  readonly note: typeof noteCase | typeof noteGrievance;
};

/** Assigns a case or a grievance, and adds notes; fetches everything again afterwards. */
export function useCaseActions(id: string, { assign, note }: Operations) {
  const client = useQueryClient();
  return {
    async assign(operatorId: string | null): Promise<Problem | undefined> {
      const result = await callConsole(assign, { id, operatorId });
      await client.invalidateQueries(); // also after a problem: another operator may have changed the case
      return result.ok ? undefined : result.problem;
    },
    async addNote(text: string): Promise<Problem | undefined> {
      const result = await callConsole(note, { id, text });
      if (!result.ok) return result.problem;
      await client.invalidateQueries();
      return undefined;
    },
  };
}
