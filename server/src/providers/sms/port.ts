/** Text messages out and in. Numbers are international with a leading plus. */
export type Sms = {
  readonly name: string;
  send(message: { readonly to: string; readonly text: string }): Promise<SendResult>;
  /** Reads a signed webhook of the gateway; undefined without a valid signature or a known shape. [T-40] */
  readNotice(headers: Readonly<Record<string, string | string[] | undefined>>, rawBody: Buffer): SmsNotice | undefined;
};

export type SmsNotice =
  | { readonly kind: "inbound"; readonly id: string; readonly from: string; readonly text: string; readonly at: Date }
  | { readonly kind: "delivery"; readonly id: string; readonly messageId: string; readonly delivered: boolean }
  /** Authentic but not needed: a message on its way, the state of a device. */
  | { readonly kind: "other" };

/**
 * `refused`: the recipient does not exist or does not accept it, so it will never be sent. `later`: nothing was
 * sent, try again; also if the provider rejects us and not the recipient.
 */
export type SendResult =
  | { readonly kind: "sent"; readonly messageId: string }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "later"; readonly why: string };
