import { randomBytes } from "node:crypto";
import type { SandboxContext } from "../sandbox-context.ts";

/** A ticket of 256 bits cannot be guessed [T-50]. */
const ticketBytes = 32;
const maxTicketMs = 600_000;
/** How long a picture can be fetched. */
const pictureLifeMs = 3_600_000;

type Ticket = { readonly holder: string; readonly endsAt: number; opened: boolean };
type Picture = { image: string; readonly holder: string; readonly endsAt: number };

/**
 * Captures of live faces, in memory only: a picture is deleted when it is fetched, and never written to disk
 * [T-55].
 */
export type LiveFaces = {
  /** @param holder the key that may fetch the picture */
  createTicket(lifeSeconds: number, holder: string): { readonly ticket: string; readonly endsAt: number };
  /** Opens the capture page for a ticket, once. */
  openTicket(ticket: string): boolean;
  /** Stores the picture of an opened ticket, which then expires. Returns the reference, or undefined. */
  storePicture(ticket: string, image: string): string | undefined;
  /** The picture, once, for its holder. `gone`: it was fetched before or has expired. */
  takePicture(reference: string, holder: string): { readonly image: string } | "gone" | undefined;
};

export function createLiveFaces({ clock }: Pick<SandboxContext, "clock">): LiveFaces {
  const tickets = new Map<string, Ticket>();
  const pictures = new Map<string, Picture>();
  return {
    createTicket(lifeSeconds, holder) {
      const ticket = randomBytes(ticketBytes).toString("base64url");
      const endsAt = clock.now() + Math.min(lifeSeconds * 1_000, maxTicketMs);
      tickets.set(ticket, { holder, endsAt, opened: false });
      return { ticket, endsAt };
    },
    openTicket(ticket) {
      const found = tickets.get(ticket);
      if (!found || found.opened || found.endsAt <= clock.now()) return false;
      found.opened = true;
      return true;
    },
    storePicture(ticket, image) {
      const found = tickets.get(ticket);
      if (!found?.opened || found.endsAt <= clock.now()) return undefined;
      tickets.delete(ticket);
      const reference = `lf_${randomBytes(16).toString("base64url")}`;
      pictures.set(reference, { image, holder: found.holder, endsAt: clock.now() + pictureLifeMs });
      return reference;
    },
    takePicture(reference, holder) {
      const found = pictures.get(reference);
      if (found?.holder !== holder) return undefined;
      const { image, endsAt } = found;
      found.image = ""; // the reference stays, so that a second fetch gets `gone`
      return image === "" || endsAt <= clock.now() ? "gone" : { image };
    },
  };
}
