import { CallError, type FieldDefinition, type FieldValues } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import { requireFields } from './fields.ts';

const choice = (value: string) => ({ value, text: { en: value } });
const definitions: FieldDefinition[] = [
  { name: 'amount', type: 'amount' },
  { name: 'iban', type: 'text_uppercase', validations: [{ regex: '^[A-Z]{2}\\d+$' }] },
  { name: 'bank', type: 'dropdown', values: [choice('a'), choice('b')], isOptional: true },
  { name: 'phone', type: 'phone_with_prefix', prefix: '+49', isOptional: true },
  { name: 'birth', type: 'text', mask: 'Date', isOptional: true },
  { name: 'account', type: 'text', category: 'card', isOptional: true },
];

function refusalOf(given: FieldValues, asked = definitions): unknown {
  try {
    requireFields(asked, { iban: 'DE00', ...given }, { checkLuhn: true });
  } catch (error) {
    if (error instanceof CallError) return { code: error.code, ...error.params };
  }
  return null;
}

const broken = (field: string, problem: string) => ({
  code: 'banking.paymentMethodRegex',
  field,
  problem,
});

describe('requireFields', () => {
  it('returns the values to store: trimmed, in capitals, without empty ones', () => {
    const given = { iban: ' de00 ', bank: ' ', phone: '+49301234567', cvv: '' };
    expect(requireFields(definitions, given)).toEqual({ iban: 'DE00', phone: '+49301234567' });
  });

  it.each([
    [{ iban: '' }, broken('iban', 'missing')],
    [{ iban: '00de' }, broken('iban', 'rule')],
    [{ iban: `DE${'0'.repeat(127)}` }, broken('iban', 'tooLong')],
    [{ bank: 'c' }, broken('bank', 'notAChoice')],
    [{ phone: '+43301234567' }, broken('phone', 'notAPhone')],
    [{ birth: '30.02.1990' }, broken('birth', 'notADate')],
    [{ account: '4111111111111112' }, broken('account', 'checkDigit')],
  ])("rejects %j with the field's name", (given, refusal) => {
    expect(refusalOf(given)).toEqual(refusal);
  });

  it.each([[{ cvv: '123' }], [{ amount: '50' }], [{ toString: 'x' }]])(
    'rejects %j, as there is no such field',
    (given) => {
      expect(refusalOf(given as FieldValues)).toEqual({
        code: 'request.invalid',
        field: Object.keys(given)[0],
      });
    },
  );

  it('requires a Pix key depending on its type', () => {
    const pix: FieldDefinition[] = [
      { name: 'iban', type: 'text' },
      { name: 'pixKeyType', type: 'dropdown', values: [choice('cpf'), choice('email')] },
      { name: 'numberId', type: 'text', taxId: 'cpf' },
      { name: 'pixKey', type: 'text' },
    ];
    const byCpf = { pixKeyType: 'cpf', numberId: '52998224725' };
    expect(refusalOf(byCpf, pix)).toBeNull();
    const mistyped = { ...byCpf, numberId: '52998224752' };
    expect(refusalOf(mistyped, pix)).toEqual(broken('numberId', 'checkDigit'));
    expect(refusalOf({ ...byCpf, pixKey: 'me@example.org' }, pix)).toMatchObject({
      code: 'request.invalid',
      field: 'pixKey',
    });
    expect(refusalOf({ ...byCpf, pixKeyType: 'email' }, pix)).toEqual(broken('pixKey', 'missing'));
  });
});
