import { expect, test } from 'vitest';
import { readPopupMessage } from './popup-message.ts';

const source = {};
const origin = 'https://pay.example';
const expected = { source, origin, nonce: 'n1' };
const message = {
  kind: 'kassa.popup.redirect',
  nonce: 'n1',
  redirect: { method: 'GET', url: 'https://provider.example/pay' },
};
// Only these three fields of an event are read.
const event = (over: object) => ({ data: message, source, origin, ...over }) as MessageEvent;

test('reads the message of the expected window, origin and nonce', () => {
  expect(readPopupMessage(event({}), expected)).toEqual(message);
});

test.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
  ['another click', { data: { ...message, nonce: 'n2' } }],
  ['another kind', { data: { kind: 'pay', nonce: 'n1' } }],
  ['a malformed message', { data: 'hello' }],
  [
    'an unsafe link',
    { data: { ...message, redirect: { method: 'GET', url: 'javascript:alert(1)' } } },
  ],
])('ignores %s', (_, over) => {
  expect(readPopupMessage(event(over), expected)).toBeNull();
});
