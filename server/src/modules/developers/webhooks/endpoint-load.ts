/** Open connections per endpoint of this process. */
const connectionsMax = 5;
/** An attempt that takes longer than this makes its endpoint slow until it ends. */
const promptMs = 1_000;

/** Counts the running attempts of this process by endpoint. */
export class EndpointLoad {
  readonly #startedAt = new Map<string, number[]>();

  /** @returns false if the endpoint has as many connections as it may have */
  begin(endpointId: string, now: number): boolean {
    const running = this.#startedAt.get(endpointId) ?? [];
    if (running.length >= connectionsMax) return false;
    this.#startedAt.set(endpointId, [...running, now]);
    return true;
  }

  end(endpointId: string, startedAt: number): void {
    const running = this.#startedAt.get(endpointId) ?? [];
    const at = running.indexOf(startedAt);
    const rest = running.toSpliced(at, at === -1 ? 0 : 1);
    if (rest.length > 0) this.#startedAt.set(endpointId, rest);
    else this.#startedAt.delete(endpointId);
  }

  /** Whether an attempt has been waiting for this endpoint for long. */
  isSlow(endpointId: string, now: number): boolean {
    const [oldest] = this.#startedAt.get(endpointId) ?? [];
    return oldest !== undefined && now - oldest > promptMs;
  }
}
