import { beforeEach, expect, test, vi } from 'vitest';
import { readPopupMessage } from './popup-message.ts';

const source = {};
const origin = 'https://pay.example';
const onUnknown = vi.fn();
const expected = { source, origin, nonce: 'n1', onUnknown };
const message = {
  kind: 'kassa.popup.redirect',
  nonce: 'n1',
  redirect: { method: 'GET', url: 'https://provider.example/pay' },
};
// Only these three fields of an event are read.
const event = (over: object) => ({ data: message, source, origin, ...over }) as MessageEvent;

beforeEach(() => void onUnknown.mockClear());

test('reads the message of the expected window, origin and click', () => {
  expect(readPopupMessage(event({}), expected)).toEqual(message);
  expect(onUnknown).not.toHaveBeenCalled();
});

test('reports an unknown kind of message (§8) by its name alone', () => {
  const data = { kind: 'kassa.popup.hologram', nonce: 'n1', secret: 's' };
  expect(readPopupMessage(event({ data }), expected)).toBeNull();
  expect(onUnknown.mock.calls).toEqual([['Unknown popup message type: kassa.popup.hologram']]);
});

test.each([
  ['another window', { data: { kind: 'other' }, source: {} }],
  ['another origin', { data: { kind: 'other' }, origin: 'https://evil.example' }],
  ['a browser extension', { data: { type: 'webpackOk' } }],
  ['another click', { data: { ...message, nonce: 'n2' } }],
])('reports no message of %s', (_, over) => {
  expect(readPopupMessage(event(over), expected)).toBeNull();
  expect(onUnknown).not.toHaveBeenCalled();
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
