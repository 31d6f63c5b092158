import * as cases from "@idanimo/contract/console/cases";
import * as grievances from "@idanimo/contract/console/grievances";
import type { FastifyInstance } from "fastify";
import { createAssignCase, createCloseCase, createListCases, createNoteCase, createViewCase } from "./cases.ts";
import type { ConsoleDeps } from "./deps.ts";
import { createAssignGrievance, createListGrievances, createNoteGrievance, createViewGrievance } from "./grievances.ts";
import { createOpenGrievance, createReadGrievance, createRecordNotice, createReply } from "./grievance-texts.ts";
import type { ConsoleMount } from "./mount.ts";

/** Mounts the operations of cases and grievances. */
export function caseRoutes(app: FastifyInstance, mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(app, cases.listCases, createListCases(deps));
  mount(app, cases.viewCase, createViewCase(deps));
  mount(app, cases.assignCase, createAssignCase(deps));
  mount(app, cases.noteCase, createNoteCase(deps));
  mount(app, cases.closeCase, createCloseCase(deps));
  mount(app, grievances.listGrievances, createListGrievances(deps));
  mount(app, grievances.viewGrievance, createViewGrievance(deps));
  mount(app, grievances.assignGrievance, createAssignGrievance(deps));
  mount(app, grievances.noteGrievance, createNoteGrievance(deps));
  mount(app, grievances.openGrievance, createOpenGrievance(deps));
  mount(app, grievances.readGrievance, createReadGrievance(deps));
  mount(app, grievances.replyToGrievance, createReply(deps));
  mount(app, grievances.recordNotice, createRecordNotice(deps));
}
