import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { anchor, release, settle } from "./anchor.ts";

type Held = {
  readonly pressed: HTMLElement;
  /** What scrolls: the page, or a dialog. */
  readonly scroller: Element;
  /** What grows in it: the page's main part, or the dialog's card. */
  readonly box: HTMLElement;
  top: number;
  width: number;
  height: number;
  /** How much of the box's parts is out of sight, where a dialog is as tall as the window. */
  readonly unseen: Map<Element, number>;
};

/**
 * Keeps what was pressed where it is on the screen, until the next press: what an answer says above it then scrolls what stands there
 * away instead of pushing it from the finger. Source: G-F4.
 * @returns holds an element from now on; of a form the button that sends it, below all that is said of it
 */
export function useHeld(): (pressed: Element) => void {
  const held = useRef<Held>(undefined);
  const last = useRef<Held>(undefined);
  useLayoutEffect(() => {
    const now = held.current;
    if (!now?.pressed.isConnected) return;
    const { pressed, scroller, box, unseen } = now;
    // its own words come and go beside other buttons
    now.width = Math.max(now.width, pressed.offsetWidth);
    if (pressed.offsetWidth < now.width) pressed.style.minWidth = `${now.width}px`;
    for (const [part, before] of unseen) {
      part.scrollTop += unseenOf(part) - before;
      unseen.set(part, unseenOf(part));
    }
    const by = footOf(now) - now.top;
    if (by === 0) return;
    now.top += by;
    now.height += by;
    // all of it grows as well, where there was room below: so it can be scrolled, and its foot stays too
    box.style.minHeight = `${now.height}px`;
    scroller.scrollBy({ top: by, behavior: "instant" });
  });
  useEffect(() => {
    const letGo = () => {
      const dialog = held.current && dialogOf(held.current);
      if (dialog) settle(dialog);
      held.current = undefined;
    };
    const leave = () => {
      if (!last.current) return;
      last.current.box.style.removeProperty("min-height");
      const dialog = dialogOf(last.current);
      if (dialog) release(dialog);
      held.current = undefined;
    };
    const presses = ["pointerdown", "keydown"] as const;
    for (const press of presses) addEventListener(press, letGo, { capture: true });
    addEventListener("resize", leave);
    return () => {
      for (const press of presses) removeEventListener(press, letGo, { capture: true });
      removeEventListener("resize", leave);
      leave();
    };
  }, []);
  return useCallback((element) => {
    const pressed = element instanceof HTMLFormElement ? submitOf(element) : element;
    const dialog = pressed?.closest("dialog");
    const box = dialog ? dialog.firstElementChild : pressed?.closest("main");
    const scroller = dialog ?? document.scrollingElement;
    if (!(pressed instanceof HTMLElement && box instanceof HTMLElement && scroller)) return;
    const { offsetWidth: width } = pressed;
    const unseen = new Map([...box.children].map((part) => [part, unseenOf(part)]));
    const now = { pressed, scroller, box, top: 0, width, height: box.offsetHeight, unseen };
    if (dialog) anchor({ dialog, card: box }, pressed);
    held.current = last.current = { ...now, top: footOf(now) };
  }, []);
}

/** In a dialog it stands outside of the form. */
const submitOf = ({ elements }: HTMLFormElement) =>
  [...elements].find((element) => element.matches("button[type=submit]"));

const dialogOf = ({ scroller, box }: Held) =>
  scroller instanceof HTMLDialogElement ? { dialog: scroller, card: box } : undefined;

/** Where what was pressed is from the head of what scrolls; in a dialog where the card ends, which it is in the foot of. */
const footOf = ({ pressed, scroller, box }: Pick<Held, "pressed" | "scroller" | "box">) =>
  scroller instanceof HTMLDialogElement
    ? box.getBoundingClientRect().bottom + scroller.scrollTop
    : pressed.getBoundingClientRect().top + scroller.scrollTop;

const unseenOf = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight;
