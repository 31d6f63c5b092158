import { collect } from "../../../../kernel/testing/collect.ts";
import { redraw } from "../redraw.ts";

// Draws what it is sent and says how far its memory rose over each. It samples: the highest mark that the system keeps is
// inherited from the parent, and what the pictures before have left is collected first, as each one has a program of its own.
let highest = 0;
setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 1);
process.on("message", (sent: Uint8Array) => {
  const bytes = Buffer.from(sent);
  collect();
  const before = (highest = process.memoryUsage.rss());
  void redraw(bytes)
    .catch((error: unknown) => String(error))
    .then((drawn) => process.send?.({ drawn, riseBytes: highest - before }));
});
