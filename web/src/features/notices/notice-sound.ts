import { storedQuietNotices } from "../../lib/storage.ts";

/** Minimum time between two sounds: a notice reaches every open page, over the stream and over push. */
const soundPauseMs = 1_500;

/** Two short tones, a fourth apart. */
const tones = [
  { hertz: 660, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.13 },
] as const;
const lengthSeconds = 0.5;

let context: AudioContext | undefined;

/**
 * Plays one sound for a new notice, in one of this browser's open pages. Silent if the user turned the sound off,
 * and in a page without user interaction, where browsers block audio [PUSH-02].
 */
export async function playNoticeSound(): Promise<void> {
  if (storedQuietNotices.get() || !navigator.userActivation?.hasBeenActive) return;
  const playThenPause = async () => {
    playTones();
    await new Promise((resolve) => setTimeout(resolve, soundPauseMs));
  };
  // not available in insecure contexts
  if (!("locks" in navigator)) return playTones();
  await navigator.locks.request("notice-sound", { ifAvailable: true }, async (mine) =>
    mine ? playThenPause() : undefined,
  );
}

function playTones(): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
    const start = context.currentTime;
    for (const { hertz, atSeconds } of tones) {
      const [tone, loudness] = [context.createOscillator(), context.createGain()];
      tone.frequency.value = hertz;
      loudness.gain.setValueAtTime(0, start + atSeconds);
      loudness.gain.linearRampToValueAtTime(0.12, start + atSeconds + 0.015);
      loudness.gain.exponentialRampToValueAtTime(0.0005, start + atSeconds + lengthSeconds);
      tone.connect(loudness).connect(context.destination);
      tone.start(start + atSeconds);
      tone.stop(start + atSeconds + lengthSeconds);
    }
  } catch {
    // a device without sound
  }
}
