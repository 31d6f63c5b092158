import type { ReactNode } from "react";
import type { Tone } from "./tone.ts";

export type ToastMessage = {
  readonly tone: Tone;
  readonly text: ReactNode;
  /** One thing to do about it: "Undo", "View". */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** Ends it before its time, when that can no longer be done. */
  readonly until?: AbortSignal;
};
export type ShownToast = ToastMessage & { readonly id: number };

/** What is said now in place of what was said before. The same words said again keep what can be done about them. */
export function replaceToast(before: ShownToast | undefined, message: ShownToast): ShownToast {
  const same = before?.text === message.text ? before : undefined;
  return { ...(same?.action && { action: same.action }), ...message };
}
