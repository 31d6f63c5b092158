import { collectGarbage } from "../../../../kernel/testing/collect-garbage.ts";
import { reencodePicture } from "../reencode-picture.ts";

// Re-encodes each picture it receives and reports the rise in memory. It samples, because the peak that the system
// records is inherited from the parent, and collects garbage first, because each real picture has its own process.
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
