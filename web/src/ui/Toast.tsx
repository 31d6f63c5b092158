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
import { standAbove } from "./stand-above.ts";
import { insteadOf, type Shown, type ToastMessage } from "./toast-list.ts";
import { ToneIcon } from "./ToneIcon.tsx";

export type { ToastMessage } from "./toast-list.ts";

const stayMs = 6_000;
/** With something to do about it there has to be time to reach it, by the keyboard too. */
const stayWithActionMs = 12_000;
const ToastContext = createContext<(message: ToastMessage) => void>(() => {
  throw new Error("useToast needs a ToastProvider above it");
});

/** Says something at the edge of the screen: `toast({ tone: "success", text: "Copied" })`. Never for what must be answered. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

/** Holds the message of `useToast`, one at a time; one holder, at the root of a document. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const nextId = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  const close = useCallback((id: number) => setShown((now) => (now?.id === id ? undefined : now)), []);
  const say = useCallback(
    (message: ToastMessage) => {
      nextId.current += 1;
      const id = nextId.current;
      setShown((before) => insteadOf(before, { ...message, id }));
      message.until?.addEventListener("abort", () => close(id), { once: true });
    },
    [close],
  );
  // whoever sends a form is told of that next: what was said before is over
  useEffect(() => {
    const hush = () => setShown(undefined);
    addEventListener("submit", hush, { capture: true });
    return () => removeEventListener("submit", hush, { capture: true });
  }, []);
  useLayoutEffect(() => (shown && region.current ? standAbove(region.current) : undefined), [shown]);
  return (
    <ToastContext value={say}>
      {children}
      <div ref={region} className={styles.region} aria-live="polite" aria-relevant="additions" role="status">
        {shown && <Toast key={shown.id} message={shown} onClose={() => close(shown.id)} />}
      </div>
    </ToastContext>
  );
}

type ToastProps = { readonly message: ToastMessage; readonly onClose: () => void };

/** One message. It leaves after some seconds unless it tells a problem or somebody points at it. */
export function Toast({ message, onClose }: ToastProps) {
  const [held, setHeld] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const { action } = message;
  const stays = held || message.tone === "problem";
  const forMs = action ? stayWithActionMs : stayMs;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => close.current(), forMs);
    return () => clearTimeout(timer);
  }, [stays, forMs]);
  return (
    <div
      className={classes(styles.toast, styles[message.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
