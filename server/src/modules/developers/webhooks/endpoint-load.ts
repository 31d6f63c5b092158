/** Open connections per endpoint of this process. */
const connectionsMax = 5;

/** Counts the running attempts of this process by endpoint, so that a silent one does not take all slots. [DP-12] */
export class EndpointLoad {
  readonly #running = new Map<string, number>();

  /** @returns false if the endpoint has as many connections as it may have */
  begin(endpointId: string): boolean {
    const running = this.#running.get(endpointId) ?? 0;
    if (running >= connectionsMax) return false;
    this.#running.set(endpointId, running + 1);
    return true;
  }

  end(endpointId: string): void {
    const running = this.#running.get(endpointId) ?? 0;
    if (running > 1) this.#running.set(endpointId, running - 1);
    else this.#running.delete(endpointId);
  }
}
