/**
 * A state machine: state, event, next state. A missing cell is a rejected transition, an empty row a final state.
 */
export type TransitionTable<State extends string, Event extends string> = {
  readonly [From in State]: { readonly [On in Event]?: State };
};

/** The next state, or undefined if the table rejects the event. */
export function nextState<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  from: State,
  event: Event,
): State | undefined {
  return table[from][event];
}

/** The next state of a transition that the caller knows to be in the table. @throws if it is not */
export function requireNextState<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  from: NoInfer<State>,
  event: NoInfer<Event>,
): State {
  const to = table[from][event];
  if (to === undefined) throw new Error(`no transition from ${from} by ${event}`);
  return to;
}
