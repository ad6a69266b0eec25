import { expect, it } from 'vitest';
import { inventPayer } from './invent-payer.ts';

/** The Receita Federal’s rule, written from the digits’ weights. */
const isValidCpf = (cpf: string) =>
  [9, 10].every((length) => {
    const weighted = [...cpf.slice(0, length)].map((digit, index) => {
      return Number(digit) * (length + 1 - index);
    });
    const rest = weighted.reduce((sum, part) => sum + part, 0) % 11;
    return Number(cpf[length]) === (rest < 2 ? 0 : 11 - rest);
  });

it('has a valid tax number, and is the same for the same code', () => {
  const payers = ['TX1', 'TX2', 'TX3', 'TX4', 'TX5', 'TX6'].map(inventPayer);
  expect(payers.filter(({ cpf }) => !isValidCpf(cpf))).toEqual([]);
  expect(new Set(payers.map(({ cpf }) => cpf)).size).toBe(6);
  expect(inventPayer('TX1')).toEqual(payers[0]);
});
