/** What is put in place of a text of a file of the product; the text stands there exactly once. */
export type Edit = readonly [file: string, text: string, put: string];

/** One thing broken on purpose, and the laws that must see it. */
export type Mutant = {
  /** What is broken, in words. */
  readonly broken: string;
  readonly edits?: readonly Edit[];
  /** Statements that the owner runs after the newest migration. */
  readonly sql?: string;
  /** The file of the laws. */
  readonly test: string;
  /** Parts of the names of laws in that file; as it is written there; of each at least one must fail. */
  readonly laws: readonly string[];
};

/** Mutants whose laws stand in one file. */
export const seenBy = (test: string, ...mutants: readonly Omit<Mutant, "test">[]): readonly Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, test }));

/** Statements that put another text in place of one in a function of the database; they fail where it is not there. */
export const inFunction = (name: string, text: string, put: string) =>
  `do $mutant$ declare whole text := pg_get_functiondef('${name}'::regproc); begin
    if strpos(whole, $$${text}$$) = 0 then raise 'it is not in ${name}'; end if;
    execute replace(whole, $$${text}$$, $$${put}$$);
  end $mutant$;`;
