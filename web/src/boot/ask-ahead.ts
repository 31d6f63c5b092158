/** The first script of the application's drawn documents: what every document begins with, and asks for what the build has named in this one. */
import "./theme.ts";
import { askAhead } from "../lib/ahead.ts";
import { sharedComputer } from "../lib/storage.ts";

const named = document.querySelector<HTMLMetaElement>("meta[name=ask-ahead]")?.content.split(" ") ?? [];
// a query wants something else, and on a shared computer it is first looked whether the visit goes on (T-19)
if (location.search === "" && !sharedComputer.get()) named.forEach(askAhead);
