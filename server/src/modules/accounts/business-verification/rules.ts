/** Endings that say what kind of company it is; people write them in many ways, or not at all. The longest one first. */
const legalForm = / (PUBLIC LIMITED COMPANY|LIMITED|LTD|PLC)$/;

/** A company's name without what people write differently: capitals, accents, marks, `&`, and the legal form at its end. */
export function normaliseCompanyName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/&/g, " AND ")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(legalForm, "");
}

/** Whether the register's name of a company is the one an account goes by. A name of marks alone is nobody's. */
export function isSameCompanyName(registers: string, accounts: string): boolean {
  const plain = normaliseCompanyName(accounts);
  return plain !== "" && plain === normaliseCompanyName(registers);
}
