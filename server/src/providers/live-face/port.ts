/** The provider of live captures: it has the page and stores the picture until it is fetched once. */
export type LiveFace = {
  /** Origin of the page and of its messages. */
  readonly pageOrigin: string;
  health(): { readonly state: "up" | "slow" | "down"; readonly usualSeconds: number | null };
  /**
   * Creates a one-time ticket. @returns the URL of the page with it; undefined if the provider creates none
   * @param holder whose picture it will be: it is returned for the same holder only
   */
  createTicket(holder: string): Promise<{ readonly address: string; readonly endsAt: Date } | undefined>;
  /**
   * Fetches the picture of a capture as base64, once: the provider deletes it. `gone` also if it belongs to another
   * holder.
   */
  fetchPicture(
    reference: string,
    holder: string,
  ): Promise<{ readonly kind: "found"; readonly image: string } | { readonly kind: "gone" | "failed" }>;
};
