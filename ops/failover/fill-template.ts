import { readFile } from "node:fs/promises";

/** A file of this folder with its `${NAMES}` filled, as `envsubst` does it. @throws for a name without a value */
export async function fillTemplate(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(new URL(name, import.meta.url), "utf8");
  return text.replaceAll(/\$\{(\w+)\}/g, (_blank, key: string) => {
    const value = values[key];
    if (value === undefined || value === "") throw new Error(`${name} needs ${key}, which has no value`);
    return value;
  });
}
