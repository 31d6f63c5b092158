import { collectGarbage } from "../../../../kernel/testing/collect-garbage.ts";
import { reencodePicture } from "../reencode-picture.ts";

// Draws what it is sent and says how far its memory rose over each. It samples: the highest mark that the system keeps is
// inherited from the parent, and what the pictures before have left is collected first, as each one has a program of its own.
let highest = 0;
setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 1);
process.on("message", (sent: Uint8Array) => {
  const bytes = Buffer.from(sent);
  collectGarbage();
  const before = (highest = process.memoryUsage.rss());
  void reencodePicture(bytes)
    .catch((error: unknown) => String(error))
    .then((drawn) => process.send?.({ drawn, riseBytes: highest - before }));
});
