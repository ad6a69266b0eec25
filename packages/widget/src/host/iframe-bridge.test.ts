import { createFakeHost } from '@kassa/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostSilentError } from './host-bridge.ts';
import { createIframeBridge } from './iframe-bridge.ts';

const origin = 'https://host.example';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const host = createFakeHost({ origin });
  const bridge = createIframeBridge({ window: host.window, allowedOrigins: [origin] });
  return { host, bridge };
}

test('repeats Loaded to any origin until the host responds, then stops', async () => {
  const { host, bridge } = setUp();
  const connecting = bridge.connect();
  await vi.advanceTimersByTimeAsync(600);
  expect(host.sent).toHaveLength(3);
  expect(host.sent[0]).toEqual({
    message: { messageType: 'Loaded', version: 'v1.0.461' },
    targetOrigin: '*',
  });

  host.say({ messageType: 'loaded', payload: { token: 'abc' } });
  await expect(connecting).resolves.toMatchObject({ token: 'abc' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(host.sent).toHaveLength(3);
});

test('sends to the host’s own origin once it is known, and nothing before', async () => {
  const { host, bridge } = setUp();
  bridge.send({ messageType: 'onInit' });
  const connecting = bridge.connect();
  host.say({ messageType: 'loaded', payload: { token: 'abc' } });
  await connecting;
  bridge.send({ messageType: 'onInit' });
  expect(host.sent.slice(1)).toEqual([
    { message: { messageType: 'onInit' }, targetOrigin: origin },
  ]);
});

test('times out on a silent host', async () => {
  const { bridge } = setUp();
  const connecting = expect(bridge.connect()).rejects.toBeInstanceOf(HostSilentError);
  await vi.advanceTimersByTimeAsync(10_000);
  await connecting;
});

test.each([
  ['from another origin', { origin: 'https://evil.example' }],
  ['from another window', { source: {} }],
  ['that aren’t JSON', { data: 'hello' }],
  ['that aren’t text', { data: { messageType: 'close' } }],
  ['of an unknown type', { data: '{"messageType":"pay"}' }],
  ['with a malformed payload', { data: '{"messageType":"token-updated","payload":{"token":1}}' }],
])('ignores messages %s', async (_, foreign) => {
  const { host, bridge } = setUp();
  const listener = vi.fn();
  bridge.onMessage(listener);
  host.post({ data: '{"messageType":"close"}', ...foreign });
  expect(listener).not.toHaveBeenCalled();
});

test('reports invalid host data and goes on with defaults', async () => {
  const { host, bridge } = setUp();
  const connecting = bridge.connect();
  host.say({ messageType: 'loaded', payload: { token: 'abc', locale: 5 } });
  await expect(connecting).resolves.toMatchObject({ locale: 'en-US' });
  expect(host.sent.at(-1)?.message).toEqual({
    messageType: 'Metric',
    payload: { name: 'Incorrect data from host', value: 'locale' },
  });
});

test('passes later messages of the host to its listeners', async () => {
  const { host, bridge } = setUp();
  const listener = vi.fn();
  bridge.onMessage(listener);
  host.say({ messageType: 'theme-updated', payload: { theme: 'dark' } });
  expect(listener).toHaveBeenCalledWith({
    messageType: 'theme-updated',
    payload: { theme: 'dark' },
  });
});

test('handles earlier messages like any other', async () => {
  const host = createFakeHost({ origin });
  const loaded = JSON.stringify({ messageType: 'loaded', payload: { token: 'early' } });
  const earlyMessages = [
    { data: loaded, origin: 'https://evil.example', source: host.window.parent },
    { data: loaded, origin, source: host.window.parent },
  ] as unknown as MessageEvent[];
  const bridge = createIframeBridge({
    window: host.window,
    allowedOrigins: [origin],
    earlyMessages,
  });
  await expect(bridge.connect()).resolves.toMatchObject({ token: 'early' });
  expect(host.sent).toEqual([]);
});

test('takes the first of two responses, and a late one before the timeout', async () => {
  const { host, bridge } = setUp();
  const connecting = bridge.connect();
  await vi.advanceTimersByTimeAsync(9_900);
  host.say({ messageType: 'loaded', payload: { token: 'first' } });
  host.say({ messageType: 'loaded', payload: { token: 'second' } });
  await expect(connecting).resolves.toMatchObject({ token: 'first' });
});

test('keeps messages for the first listener', async () => {
  const { host, bridge } = setUp();
  const connecting = bridge.connect();
  host.say({ messageType: 'loaded', payload: {} });
  host.say({ messageType: 'token-updated', payload: { token: 'next' } });
  await connecting;
  const listener = vi.fn();
  bridge.onMessage(listener);
  expect(listener).toHaveBeenCalledExactlyOnceWith({
    messageType: 'token-updated',
    payload: { token: 'next' },
  });
});
