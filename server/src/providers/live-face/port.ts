/** The provider of a live capture: it has the page and keeps the picture until it is fetched once. */
export type LiveFace = {
  /** Where the page lives; its messages come from here. */
  readonly pageOrigin: string;
  health(): { readonly state: "up" | "slow" | "down"; readonly usualSeconds: number | null };
  /**
   * A one-time ticket and the page's address with it; undefined where the provider gives none.
   * @param holder whose picture it will be: the picture is handed out for the same holder alone
   */
  createTicket(holder: string): Promise<{ readonly address: string; readonly endsAt: Date } | undefined>;
  /** The picture of a capture as base64, once: the provider forgets it. `gone` also where it is another holder's. */
  fetchPicture(
    reference: string,
    holder: string,
  ): Promise<{ readonly kind: "found"; readonly image: string } | { readonly kind: "gone" | "failed" }>;
};
