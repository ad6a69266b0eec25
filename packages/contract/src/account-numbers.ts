/**
 * The kinds of account numbers with check digits, and the check of each, over the number as the
 * player typed it without spaces. A new kind needs a row here and nothing else.
 */
const checks = {
  /** ISO 13616: the rest modulo 97 is 1, with the letters as numbers from 10 on. */
  iban: (text: string) => /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text) && modulo97(text) === 1,
};

export type AccountNumberKind = keyof typeof checks;

export const accountNumberKinds = /* @__PURE__ */ Object.keys(checks) as [
  AccountNumberKind,
  ...AccountNumberKind[],
];

/** Whether an account number has the form and the check digits of its kind; spaces are ignored. */
export function holdsAccountNumber(kind: AccountNumberKind, text: string): boolean {
  return checks[kind](text.replace(/[\s-]/g, '').toUpperCase());
}

function modulo97(iban: string): number {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
