/** Legal forms at the end of a company name, longest first: people write them in many ways or omit them. */
const legalForm = / (PUBLIC LIMITED COMPANY|LIMITED|LTD|PLC)$/;

/** Normalises a company name: ignores case, accents, punctuation, `&` and the legal form at its end. */
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

/** Whether the register's company name equals the account's. A name of punctuation alone matches nothing. */
export function isSameCompanyName(registers: string, accounts: string): boolean {
  const plain = normaliseCompanyName(accounts);
  return plain !== "" && plain === normaliseCompanyName(registers);
}
