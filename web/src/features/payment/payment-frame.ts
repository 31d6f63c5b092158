import type { Component } from "../../jsx/component.ts";

/** What was known of a payment when its dialog was closed: it may still come, another amount came, or it is decided. */
export type PaymentFrameResult = "undecided" | "different_amount" | "decided";

/** The provider's page in a frame; another feature's, handed in by the application. */
export type PaymentFrame = Component<{
  readonly link: string;
  readonly txRef: string;
  readonly onCounted: () => void;
  /** The provider did not take the money; its own words, where it has some. */
  readonly onRefused: (processorResponse: string | null) => void;
  readonly onClose: (end: PaymentFrameResult) => void;
}>;
