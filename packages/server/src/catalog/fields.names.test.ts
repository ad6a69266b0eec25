import { describe, expect, test } from 'vitest';
import { addFilledIn, type FilledIn, nameForProvider, namesOf } from './fields.ts';

test("fields have the provider's name, or their own if the provider has none", () => {
  const names = namesOf([{ name: 'holder', alias: 'account.holder_name' }, { name: 'iban' }]);
  const values = { holder: 'Zoë', iban: 'DE00', code: '123456' };
  expect(nameForProvider(names, values)).toEqual({
    'account.holder_name': 'Zoë',
    iban: 'DE00',
    code: '123456',
  });
});

describe('a further field', () => {
  const before = {
    names: { speed: 'transfer.speed' },
    values: { speed: 'express', iban: 'DE00' },
  };
  const send = (names: Record<string, string>, values: Record<string, string>) => {
    const both = addFilledIn(before, { names, values });
    return nameForProvider(both.names, both.values);
  };

  test('has its own alias, beside the earlier fields', () => {
    expect(send({ otp: 'auth.otp' }, { otp: '123' })).toEqual({
      'transfer.speed': 'express',
      iban: 'DE00',
      'auth.otp': '123',
    });
  });

  test('does not replace a field that has the same name only in Kassa', () => {
    expect(send({}, { speed: '90' })).toEqual({
      'transfer.speed': 'express',
      iban: 'DE00',
      speed: '90',
    });
    expect(send({ iban: 'refund.iban' }, { iban: 'DE11' })).toEqual({
      'transfer.speed': 'express',
      iban: 'DE00',
      'refund.iban': 'DE11',
    });
  });

  test('replaces a value with the same provider name', () => {
    expect(send({}, { iban: 'DE22' })).toEqual({ 'transfer.speed': 'express', iban: 'DE22' });
    expect(send({ pace: 'transfer.speed' }, { pace: 'slow' })).toEqual({
      'transfer.speed': 'slow',
      iban: 'DE00',
    });
  });

  test('accumulates over several rounds', () => {
    const rounds: FilledIn[] = [
      { names: {}, values: { speed: '90' } },
      { names: { speed: 'third.speed' }, values: { speed: 'C' } },
    ];
    const all = rounds.reduce(addFilledIn, before);
    expect(nameForProvider(all.names, all.values)).toEqual({
      'transfer.speed': 'express',
      iban: 'DE00',
      speed: '90',
      'third.speed': 'C',
    });
  });
});
