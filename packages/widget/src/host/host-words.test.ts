import type { WidgetToHost } from '@kassa/contract';
import { expect, test, vi } from 'vitest';
import { decodeHostMessage, encodeWidgetMessage, readHostData } from './host-words.ts';

test.each([
  [undefined],
  [{ messageType: 'close' }],
  ['{'],
  ['"close"'],
  ['{"messageType":"__proto__"}'],
  ['{"messageType":"bonus-list-updated","payload":[]}'],
])('%j isn’t a message of a host', (data) => {
  expect(decodeHostMessage(data)).toBeNull();
});

test('a message that doesn’t match the contract is never sent', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const wrong = { messageType: 'resize', payload: { height: 'tall' } } as unknown as WidgetToHost;
  expect(encodeWidgetMessage(wrong)).toBeNull();
  expect(error).toHaveBeenCalledOnce();
  expect(encodeWidgetMessage({ messageType: 'onClose' })).toBe('{"messageType":"onClose"}');
  error.mockRestore();
});

test('reports invalid host data, up to a maximum length', () => {
  const send = vi.fn();
  const names = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x${at}`, at]));
  const data = readHostData({ token: 't', locale: 5, themeTokens: names }, send);
  expect(data).toMatchObject({ token: 't', locale: 'en-US', themeTokens: {} });
  expect(send).toHaveBeenCalledOnce();
  const [{ payload }] = send.mock.calls[0] ?? [];
  expect(payload.name).toBe('Incorrect data from host');
  expect(payload.value).toMatch(/^locale/);
  expect(payload.value.length).toBeLessThanOrEqual(500);
});

test('reports nothing for valid host data', () => {
  const send = vi.fn();
  expect(readHostData({ token: 't' }, send).token).toBe('t');
  expect(send).not.toHaveBeenCalled();
});
