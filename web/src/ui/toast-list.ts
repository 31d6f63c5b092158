import type { ReactNode } from "react";
import type { Tone } from "./tone.ts";

export type ToastMessage = {
  readonly tone: Tone;
  readonly text: ReactNode;
  /** One thing to do about it: "Undo", "View". */
  readonly action?: { readonly label: string; readonly onPress: () => void };
};
export type Shown = ToastMessage & { readonly id: number };

/** At most so many messages stand at once. */
const most = 3;

/** The messages with one more, the newest last. The same words are not said twice: what can be done about them is kept. */
export function withMessage(before: readonly Shown[], message: Shown): readonly Shown[] {
  const same = before.find(({ text }) => text === message.text);
  const others = before.filter((one) => one !== same);
  return [...others.slice(1 - most), { ...(same?.action && { action: same.action }), ...message }];
}
