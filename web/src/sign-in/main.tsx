import "../styles/base.css";
import { openLegalLinks } from "../lib/legal-dialog.ts";
import { fetchNextDocumentWhenIdle } from "../lib/fetch-ahead.ts";
import { followLinks } from "../lib/links.ts";
import { go, openPlace } from "../lib/place.ts";
import { registerWorkerLater } from "../lib/service-worker.ts";
import { forgetOldDrafts } from "../lib/storage.ts";
import { takeOver } from "../lib/take-over.tsx";
import { keepVisit } from "../lib/visit.ts";
import { Layout } from "./Layout.tsx";
import { takeMailedSecrets } from "./mailed-link.ts";
import { screens } from "./routes.tsx";

takeMailedSecrets();
followLinks(screens, (address) => go(address));
openLegalLinks();
registerWorkerLater();
forgetOldDrafts();
keepVisit();
setInterval(forgetOldDrafts, 60_000);

const root = document.getElementById("root");
// what the build has drawn stands there until all of it can be taken over at once; a screen that does not come says so itself
await openPlace(screens);
if (root) await takeOver(root, <Layout />);
fetchNextDocumentWhenIdle();
