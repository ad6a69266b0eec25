import { expect, test } from 'vitest';
import { decodeHostData } from './decode-host-data.ts';

test('fills what the host leaves out with the defaults of §3', () => {
  const { data, incorrect } = decodeHostData({ token: 'abc' });
  expect(data).toMatchObject({
    token: 'abc',
    locale: 'en-US',
    paymentGeo: 'RU',
    closingButton: true,
  });
  expect(incorrect).toEqual([]);
});

test('gives a field of a wrong type its default and keeps the others', () => {
  const { data, incorrect } = decodeHostData({ token: 'abc', locale: 7, transport: 'pigeon' });
  expect(data).toMatchObject({ token: 'abc', locale: 'en-US', transport: 'socket' });
  expect(incorrect).toEqual(['locale', 'transport']);
});

test.each([[undefined], [null], ['text'], [[1]]])(
  'uses defaults alone for the payload %j',
  (payload) => {
    expect(decodeHostData(payload)).toMatchObject({ data: { token: '' }, incorrect: ['payload'] });
  },
);
