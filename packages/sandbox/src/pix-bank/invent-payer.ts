import { createHash } from 'node:crypto';
import { inventName } from '../invent-name.ts';

/** Returns an invented Brazilian payer with a valid tax number (CPF), always the same for a seed. */
export function inventPayer(seed: string): { nome: string; cpf: string } {
  const number = createHash('sha256').update(seed).digest().readUIntBE(0, 6) % 1e9;
  const base = String(number).padStart(9, '0');
  const first = checkDigit(base);
  const cpf = `${base}${first}${checkDigit(`${base}${first}`)}`;
  return { nome: inventName({ country: 'br' }, seed), cpf };
}

/** The check digit after the digits of a CPF: their sum, weighted from the right by 2, 3 …, modulo 11. */
function checkDigit(digits: string): number {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  );
  return ((sum * 10) % 11) % 10;
}
