import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "./Button.tsx";
import { classes } from "./classes.ts";
import { CrossIcon } from "./icons.tsx";
import styles from "./Toast.module.css";
import { liftAboveButtons } from "./lift-above-buttons.ts";
import { replaceToast, type ShownToast, type ToastMessage } from "./toast-message.ts";
import { ToneIcon } from "./ToneIcon.tsx";

export type { ToastMessage } from "./toast-message.ts";

const visibleMs = 6_000;
/** A message with an action stays longer, so that keyboard users can reach it. */
const visibleWithActionMs = 12_000;
const ToastContext = createContext<(message: ToastMessage) => void>(() => {
  throw new Error("useToast needs a ToastProvider above it");
});

/**
 * Shows a short message at the edge of the screen: `toast({ tone: "success", text: "Copied" })`. Not for messages
 * that need an answer.
 */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

/** Renders the message of `useToast`, one at a time; once per document, at its root. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast>();
  const nextId = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  const close = useCallback((id: number) => setShown((now) => (now?.id === id ? undefined : now)), []);
  const showToast = useCallback(
    (message: ToastMessage) => {
      nextId.current += 1;
      const id = nextId.current;
      setShown((before) => replaceToast(before, { ...message, id }));
      message.until?.addEventListener("abort", () => close(id), { once: true });
    },
    [close],
  );
  // submitting a form clears the previous message, since the next one is about the form
  useEffect(() => {
    const dismiss = () => setShown(undefined);
    addEventListener("submit", dismiss, { capture: true });
    return () => removeEventListener("submit", dismiss, { capture: true });
  }, []);
  useLayoutEffect(() => (shown && region.current ? liftAboveButtons(region.current) : undefined), [shown]);
  return (
    <ToastContext value={showToast}>
      {children}
      <div ref={region} className={styles.region} aria-live="polite" aria-relevant="additions" role="status">
        {shown && <Toast key={shown.id} message={shown} onClose={() => close(shown.id)} />}
      </div>
    </ToastContext>
  );
}

type ToastProps = { readonly message: ToastMessage; readonly onClose: () => void };

/** One message. It closes after some seconds, unless it is a problem or the user points at it. */
export function Toast({ message, onClose }: ToastProps) {
  const [isHeld, setIsHeld] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const { action } = message;
  const stays = isHeld || message.tone === "problem";
  const timeoutMs = action ? visibleWithActionMs : visibleMs;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => close.current(), timeoutMs);
    return () => clearTimeout(timer);
  }, [stays, timeoutMs]);
  return (
    <div
      className={classes(styles.toast, styles[message.tone])}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <ToneIcon tone={message.tone} />
      <span className={styles.text}>{message.text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onPress();
            onClose();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" className={styles.close} onClick={onClose}>
        <CrossIcon size={18} />
      </IconButton>
    </div>
  );
}
