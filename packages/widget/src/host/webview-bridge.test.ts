import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findNativePort } from './native-port.ts';
import { createWebViewBridge } from './webview-bridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  delete window.__kassaHostData;
  delete window.KassaAndroid;
  delete window.webkit;
});

const received = (postMessage: ReturnType<typeof vi.fn>) =>
  postMessage.mock.calls.map(([json]) => JSON.parse(String(json)));

function setUp() {
  const postMessage = vi.fn();
  window.KassaAndroid = { postMessage };
  const port = findNativePort(window);
  if (port === null) throw new Error('There is no port.');
  return { bridge: createWebViewBridge({ window, port }), sent: () => received(postMessage) };
}

/** The app evaluates `window.postMessage(json, location.origin)` in the page. */
const say = (data: unknown, part: Partial<MessageEventInit> = {}) =>
  window.dispatchEvent(
    Object.assign(new Event('message'), {
      data,
      origin: window.location.origin,
      source: window,
      ...part,
    }),
  );

test('finds the handler of each platform', () => {
  expect(findNativePort(window)).toBeNull();
  const postMessage = vi.fn();
  window.webkit = { messageHandlers: { kassa: { postMessage } } };
  const port = findNativePort(window);
  port?.postMessage('{}');
  expect(port?.platform).toBe('ios');
  expect(postMessage).toHaveBeenCalledWith('{}');
});

test('announces itself and takes host data at once, or within 5000 ms', async () => {
  const { bridge, sent } = setUp();
  const connecting = bridge.connect();
  expect(sent()).toEqual([{ messageType: 'Loaded', version: 'v1.0.461' }]);
  await vi.advanceTimersByTimeAsync(4900);
  window.__kassaHostData = { token: 't', locale: 'hi-IN' };
  await vi.advanceTimersByTimeAsync(10);
  await expect(connecting).resolves.toMatchObject({
    token: 't',
    locale: 'hi-IN',
    platform: 'android',
  });
});

test('polls every 10 ms and times out after 5000 ms, in the words of §8', async () => {
  const look = vi.fn();
  const { bridge } = setUp();
  Object.defineProperty(window, '__kassaHostData', { configurable: true, get: () => look() });
  const connecting = expect(bridge.connect()).rejects.toThrow("Can't find a property in window");
  await vi.advanceTimersByTimeAsync(100);
  expect(look).toHaveBeenCalledTimes(11);
  await vi.advanceTimersByTimeAsync(5000);
  await connecting;
});

test('takes the data as JSON too, and keeps the platform that the host sends', async () => {
  window.__kassaHostData = JSON.stringify({ token: 't', platform: 'ios' });
  await expect(setUp().bridge.connect()).resolves.toMatchObject({ token: 't', platform: 'ios' });
});

test.each([['not JSON'], [7], [null]])('goes on with defaults for the data %j', async (payload) => {
  window.__kassaHostData = payload;
  const { bridge, sent } = setUp();
  await expect(bridge.connect()).resolves.toMatchObject({ token: '', locale: 'en-US' });
  expect(sent().at(-1)).toEqual({
    messageType: 'Metric',
    payload: { name: 'Incorrect data from host', value: 'payload' },
  });
});

test('receives the app’s messages in the page, and none of a frame or another origin', () => {
  const { bridge } = setUp();
  const listener = vi.fn();
  const stop = bridge.onMessage(listener);
  const close = '{"messageType":"close"}';
  say(close, { source: null });
  say(close, { origin: 'https://evil.example' });
  say('hello');
  expect(listener).not.toHaveBeenCalled();
  say(close);
  expect(listener).toHaveBeenCalledExactlyOnceWith({ messageType: 'close' });
  stop();
  say(close);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a token that arrives between two attempts is used in the second', async () => {
  window.__kassaHostData = {};
  const { bridge } = setUp();
  await bridge.connect();
  bridge.onMessage(() => {})();
  const said = { messageType: 'token-updated', payload: { token: 'late' } };
  say(JSON.stringify(said));
  await bridge.connect();
  const listener = vi.fn();
  bridge.onMessage(listener);
  expect(listener).toHaveBeenCalledExactlyOnceWith(said);
});

test('an app that fails to take a message doesn’t stop the widget', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const port = {
    platform: 'ios' as const,
    postMessage: () => {
      throw new Error('no');
    },
  };
  createWebViewBridge({ window, port }).send({ messageType: 'onClose' });
  expect(error).toHaveBeenCalled();
});
