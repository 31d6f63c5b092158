import type { ReactNode } from "react";
import type { Tone } from "./tone.ts";

export type ToastMessage = {
  readonly tone: Tone;
  readonly text: ReactNode;
  /** An action: "Undo", "View". */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** Closes the toast early, when its action is no longer possible. */
  readonly until?: AbortSignal;
};
export type ShownToast = ToastMessage & { readonly id: number };

/** The toast that replaces the current one. The same text again keeps its action. */
export function replaceToast(before: ShownToast | undefined, message: ShownToast): ShownToast {
  const same = before?.text === message.text ? before : undefined;
  return { ...(same?.action && { action: same.action }), ...message };
}
