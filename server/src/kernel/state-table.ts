/** A life as a table: state, then event, then the next state. A missing cell is a refused move, an empty row a final state. */
export type TransitionTable<State extends string, Event extends string> = {
  readonly [From in State]: { readonly [On in Event]?: State };
};

/** The state an event leads to, or undefined where the table refuses it. */
export function nextState<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  from: State,
  event: Event,
): State | undefined {
  return table[from][event];
}
