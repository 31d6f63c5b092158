import * as cases from "@idanimo/contract/console/cases";
import * as grievances from "@idanimo/contract/console/grievances";
import { createAssignCase, createCloseCase, createListCases, createNoteCase, createViewCase } from "./cases.ts";
import type { ConsoleDeps } from "./deps.ts";
import { createAssignGrievance, createListGrievances, createNoteGrievance, createViewGrievance } from "./grievances.ts";
import { createOpenGrievance, createReadGrievance, createRecordNotice, createReply } from "./grievance-texts.ts";
import type { ConsoleMount } from "./mount.ts";

/** Mounts the operations of cases and grievances. */
export function caseRoutes(mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(cases.listCases, createListCases(deps));
  mount(cases.viewCase, createViewCase(deps));
  mount(cases.assignCase, createAssignCase(deps));
  mount(cases.noteCase, createNoteCase(deps));
  mount(cases.closeCase, createCloseCase(deps));
  mount(grievances.listGrievances, createListGrievances(deps));
  mount(grievances.viewGrievance, createViewGrievance(deps));
  mount(grievances.assignGrievance, createAssignGrievance(deps));
  mount(grievances.noteGrievance, createNoteGrievance(deps));
  mount(grievances.openGrievance, createOpenGrievance(deps));
  mount(grievances.readGrievance, createReadGrievance(deps));
  mount(grievances.replyToGrievance, createReply(deps));
  mount(grievances.recordNotice, createRecordNotice(deps));
}
