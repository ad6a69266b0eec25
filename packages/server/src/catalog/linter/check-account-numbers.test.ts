import { expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { catalogMethodSchema } from '../catalog-schema.ts';
import { checkAccountNumbers } from './check-account-numbers.ts';

function check(field: object, transaction = 'deposit'): string[] {
  const fields = [{ name: 'it', type: 'text', placeholder_key: 'field.account', ...field }];
  const entry = catalogMethodSchema.parse({ ...buildMethod('bank'), transaction, fields });
  return checkAccountNumbers([{ entry, file: 'methods/de.json', path: 'methods.0' }]).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const must = (kind: string, property = 'accountNumber') => [
  `methods.0.fields.0.${property}: must be "${kind}", as the field's name says`,
];

it.each([
  [{ name: 'iban' }, must('iban')],
  [{ name: 'iban', type: 'text_uppercase' }, must('iban')],
  [{ name: 'IBAN', accountNumber: 'clabe' }, must('iban')],
  [{ alias: 'clabe' }, must('clabe')],
  [{ placeholder_key: 'field.cbu' }, must('cbu')],
  [{ name: 'cvu' }, must('cbu')],
  [{ name: 'cci' }, must('cci')],
  [{ name: 'nuban' }, must('nuban')],
  [{ name: 'rut' }, must('rut', 'taxId')],
  [{ name: 'iban', accountNumber: 'iban' }, []],
  [{ name: 'cvu', accountNumber: 'cbu' }, []],
  [{ name: 'rut', taxId: 'rut' }, []],
  [{ name: 'account' }, []],
])('the field %j of a deposit or withdrawal', (field, problems) => {
  expect(check(field)).toEqual(problems);
  expect(check(field, 'withdrawal')).toEqual(problems);
});
