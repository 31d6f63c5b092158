import groups from "./generated/call-list.json";

/** The calls that an API key may make, by the scope that they need. `tools/generate-reference.ts` writes them. */
export type CallGroup = {
  readonly title: string;
  readonly calls: readonly {
    readonly name: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
  }[];
};
export const callGroups: readonly CallGroup[] = groups;

export const callAddress = (name: string) => `/developers/docs/calls/${name}`;
