import type { SendResult } from "../sms/port.ts";

/** Sends email. `id` makes a stable Message-ID, so that a repeated send can be recognised. */
export type Mail = {
  readonly name: string;
  send(message: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    /** The same message for programs that show HTML. */
    readonly html?: string;
  }): Promise<SendResult>;
  close(): void;
};
