import type { Component } from "../../jsx/component.ts";

/** The state of a payment when its dialog closed: undecided, paid with a different amount, or decided. */
export type PaymentFrameResult = "undecided" | "different_amount" | "decided";

/** The provider's page in a frame; implemented by another feature and injected by the application. */
export type PaymentFrame = Component<{
  readonly link: string;
  readonly txRef: string;
  readonly onCounted: () => void;
  /** The provider declined the payment; with its reason, if it gave one. */
  readonly onRefused: (processorResponse: string | null) => void;
  readonly onClose: (end: PaymentFrameResult) => void;
}>;
