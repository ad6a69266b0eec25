import { describe, expect, test } from 'vitest';
import { addFilledIn, type FilledIn, nameForProvider, namesOf } from './fields.ts';

test('fields go by the name that the provider knows, and by their own where it has none', () => {
  const names = namesOf([{ name: 'holder', alias: 'account.holder_name' }, { name: 'iban' }]);
  const values = { holder: 'Zoë', iban: 'DE00', code: '123456' };
  expect(nameForProvider(names, values)).toEqual({
    'account.holder_name': 'Zoë',
    iban: 'DE00',
    code: '123456',
  });
});

describe('what is asked for besides', () => {
  const before = {
    names: { speed: 'transfer.speed' },
    values: { speed: 'express', iban: 'DE00' },
  };
  const send = (names: Record<string, string>, values: Record<string, string>) => {
    const both = addFilledIn(before, { names, values });
    return nameForProvider(both.names, both.values);
  };

  test('goes by its own alias, beside what was there', () => {
    expect(send({ otp: 'auth.otp' }, { otp: '123' })).toEqual({
      'transfer.speed': 'express',
      iban: 'DE00',
      'auth.otp': '123',
    });
  });

  test('is no other field because we call one the same', () => {
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

  test('corrects what the provider calls the same', () => {
    expect(send({}, { iban: 'DE22' })).toEqual({ 'transfer.speed': 'express', iban: 'DE22' });
    expect(send({ pace: 'transfer.speed' }, { pace: 'slow' })).toEqual({
      'transfer.speed': 'slow',
      iban: 'DE00',
    });
  });

  test('adds up over several rounds', () => {
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
