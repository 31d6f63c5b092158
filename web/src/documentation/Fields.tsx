import styles from "./Documentation.module.css";
import { membersOf, type Schema, typeName } from "./reference.ts";

type Props = {
  readonly schema: Schema;
  /** Of an input: members that are not required say so. */
  readonly showsOptional?: boolean;
};

/** The members of a schema with their types; those of nested objects fold out. */
export function Fields({ schema, showsOptional = false }: Props) {
  const members = membersOf(schema);
  if (members.length === 0) return <p className={styles.note}>Nothing.</p>;
  return (
    <dl className={styles.fields}>
      {members.map(([name, member, isRequired]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span className={styles.type}>{typeName(member)}</span>
            {showsOptional && isRequired && <span className={styles.required}>required</span>}
          </dt>
          {membersOf(member).length > 0 && (
            <dd>
              <details>
                <summary>Members of {name}</summary>
                <Fields schema={member} showsOptional={showsOptional} />
              </details>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
