import { expect, test } from 'vitest';
import type { TaxIdKind } from './entities/field.ts';
import { holdsTaxId } from './tax-ids.ts';

test.each<[TaxIdKind, string, boolean]>([
  ['cpf', '52998224725', true],
  ['cpf', '12345678909', true],
  // A remainder of 0 or 1 gives the check digit 0.
  ['cpf', '00000003700', true],
  ['cpf', '00000003701', false],
  ['cpf', '52998224724', false],
  ['cpf', '52998224735', false],
  ['cpf', '25998224725', false],
  ['cpf', '5299822472', false],
  ['cpf', '529.982.247-25', false],
  ['cpf', '', false],
  ['cnpj', '12345678000195', true],
  ['cnpj', '11222333000181', true],
  ['cnpj', '12345678000196', false],
  ['cnpj', '12345678000185', false],
  // The example of the Receita Federal for the numbers with letters.
  ['cnpj', '12ABC34501DE35', true],
  ['cnpj', '12ABC34501DE36', false],
  ['cnpj', '12ABC34501ED35', false],
  ['cnpj', '12abc34501de35', false],
  ['cnpj', '12ABC34501DEA5', false],
  ['cnpj', '52998224725', false],
  // The examples of python-stdnum and of Wikipedia ("Rol Único Tributario").
  ['rut', '12531909-2', true],
  ['rut', '76086428-5', true],
  ['rut', '30686957-4', true],
  ['rut', '306869574', true],
  ['rut', '10000013-K', true],
  ['rut', '12531909-3', false],
  ['rut', '10000013-0', false],
  ['rut', '12.531.909-2', false],
  ['rut', '12531909-', false],
  ['cpfOrCnpj', '52998224725', true],
  ['cpfOrCnpj', '12345678000195', true],
  ['cpfOrCnpj', '123456780001', false],
])('%s %s: %s', (kind, text, holds) => {
  expect(holdsTaxId(kind, text)).toBe(holds);
});

test.each([...'0123456789'])('no tax number is %s repeated', (digit) => {
  expect(holdsTaxId('cpf', digit.repeat(11))).toBe(false);
  expect(holdsTaxId('cnpj', digit.repeat(14))).toBe(false);
});
