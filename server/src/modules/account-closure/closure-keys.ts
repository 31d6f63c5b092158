import { ok, type ProblemCode, type Result } from "@idanimo/contract/problems";
import type { KeyStore } from "../../database/key-store.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import type { IdSource } from "../../kernel/ids.ts";

/**
 * Keys of what outlives the closed owner's own key: the last email, the pay-out's bank details, and the name that
 * subjects see.
 */
export type ClosureKeys = Readonly<Record<"mail" | "payOut" | "name", { readonly id: string; readonly key: Buffer }>>;
export type UsedKeys = Readonly<Record<keyof ClosureKeys, boolean>>;

/** Runs a closure in one transaction with keys made before it, and destroys those that it did not use. */
export async function closeWithKeys<Value, Code extends ProblemCode>(
  { keys, ids }: { readonly keys: KeyStore; readonly ids: IdSource },
  close: (made: ClosureKeys) => Promise<Result<{ readonly value: Value; readonly used: UsedKeys }, Code>>,
): Promise<Result<Value, Code>> {
  const names = ["mail", "payOut", "name"] as const;
  const made = [ids.publicId(), ids.publicId(), ids.publicId()] as const;
  const [mail, payOut, name] = await keys.createMany(made);
  if (!mail || !payOut || !name) throw new Error("closeWithKeys: no keys were created");
  // if this throws, the outcome of the commit is unknown: the keys stay, and open nothing without the commit
  failpoint("leaving_keys_made");
  const closed = await close({
    mail: { id: made[0], key: mail },
    payOut: { id: made[1], key: payOut },
    name: { id: made[2], key: name },
  });
  failpoint("leaving_committed");
  await keys.destroy(made.filter((_id, at) => !(closed.ok && closed.value.used[names[at] ?? "mail"])));
  return closed.ok ? ok(closed.value.value) : closed;
}
