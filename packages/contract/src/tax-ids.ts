import type { TaxIdKind } from './entities/field.ts';

/** The check of each kind of tax number, over the number without punctuation. */
const checks: Record<TaxIdKind, (text: string) => boolean> = {
  /** Brazil, persons: 11 digits. */
  cpf: (text) => /^\d{11}$/.test(text) && hasTwoCheckDigits(text, 11),
  /** Brazil, companies: 12 digits or, since July 2026, capitals too, and 2 check digits. */
  cnpj: (text) => /^[\dA-Z]{12}\d{2}$/.test(text) && hasTwoCheckDigits(text, 9),
  /** Chile, persons and companies: up to 8 digits, usually a dash, and a check digit or K. */
  rut: (text) => /^\d{1,8}-?[\dK]$/.test(text) && holdsRut(text),
  cpfOrCnpj: (text) => checks.cpf(text) || checks.cnpj(text),
};

/** Whether a number without punctuation has the right length and the right check digits. */
export function holdsTaxId(kind: TaxIdKind, text: string): boolean {
  return checks[kind](text);
}

/**
 * Whether the last two digits are the check digits of the rest, modulo 11 (Receita Federal). The
 * weights begin with 2 at the right and begin again after `lastWeight`; a letter counts as its
 * ASCII code minus 48. A number of one repeated digit is never given out, though its check digits
 * are right.
 */
function hasTwoCheckDigits(text: string, lastWeight: number): boolean {
  if (new Set(text).size === 1) return false;
  const checkDigitOf = (part: string) => {
    const values = [...part].reverse().map((character) => character.charCodeAt(0) - 48);
    const sum = values.reduce(
      (total, value, index) => total + value * (2 + (index % (lastWeight - 1))),
      0,
    );
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const first = checkDigitOf(text.slice(0, -2));
  return text.endsWith(`${first}${checkDigitOf(text.slice(0, -2) + first)}`);
}

/** Modulo 11 with the weights 2 to 7 from the right; a rest of 10 is K (Registro Civil). */
function holdsRut(text: string): boolean {
  const digits = [...text.slice(0, -1).replace('-', '')].reverse();
  const sum = digits.reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0);
  return text.endsWith('0123456789K'.charAt((11 - (sum % 11)) % 11));
}
