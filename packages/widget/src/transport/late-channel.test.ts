import { expect, test, vi } from 'vitest';
import { createLateChannel } from './late-channel.ts';
import type { Channel, Exchange, Push } from './transport.ts';

/** A channel whose listeners can be called. */
function buildChannel(name: string) {
  const listeners: { push?: (push: Push) => void; connect?: () => void; refuse?: () => void } = {};
  const channel: Channel = {
    start: vi.fn(),
    exchange: vi.fn(async () => ({ status: 200, body: name })),
    onPush: (listener) => {
      listeners.push = listener;
      return () => {};
    },
    onConnect: (listener) => {
      listeners.connect = listener;
      return () => {};
    },
    onRefused: (listener) => {
      listeners.refuse = listener;
      return () => {};
    },
    updateToken: vi.fn(),
    close: vi.fn(),
  };
  return { channel, listeners };
}

function setUp() {
  const fallback = buildChannel('fallback');
  const late = buildChannel('late');
  const loading = Promise.withResolvers<Channel>();
  const load = vi.fn((_token: string) => loading.promise);
  const onFailure = vi.fn();
  const channel = createLateChannel({ token: 't1', fallback: fallback.channel, load, onFailure });
  const bodyOf = async () => (await channel.exchange({} as Exchange)).body;
  return { channel, fallback, late, loading, load, onFailure, bodyOf };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('calls go over the fallback until the channel is there, and its listeners hear it then', async () => {
  const { channel, late, loading, load, bodyOf } = setUp();
  const heard = { push: vi.fn(), connect: vi.fn(), refuse: vi.fn(), gone: vi.fn() };
  channel.onPush(heard.push);
  channel.onPush(heard.gone)();
  channel.onConnect(heard.connect);
  expect(load).not.toHaveBeenCalled();
  channel.start();
  channel.start();
  expect(load).toHaveBeenCalledExactlyOnceWith('t1');
  expect(await bodyOf()).toBe('fallback');
  loading.resolve(late.channel);
  await settle();
  expect(late.channel.start).toHaveBeenCalledOnce();
  expect(await bodyOf()).toBe('late');
  channel.onRefused(heard.refuse);
  late.listeners.push?.({ name: 'methods.changed' });
  late.listeners.connect?.();
  late.listeners.refuse?.();
  expect(heard.push).toHaveBeenCalledWith({ name: 'methods.changed' });
  expect([heard.connect, heard.refuse].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(heard.gone).not.toHaveBeenCalled();
});

test('a token that came while the code was loading counts', async () => {
  const { channel, fallback, late, loading } = setUp();
  channel.start();
  channel.updateToken('t2');
  expect(fallback.channel.updateToken).toHaveBeenCalledWith('t2');
  loading.resolve(late.channel);
  await settle();
  expect(late.channel.updateToken).toHaveBeenCalledExactlyOnceWith('t2');
});

test('a channel that was closed meanwhile isn’t started', async () => {
  const { channel, fallback, late, loading } = setUp();
  channel.start();
  channel.close();
  expect(fallback.channel.close).toHaveBeenCalledOnce();
  loading.resolve(late.channel);
  await settle();
  expect(late.channel.start).not.toHaveBeenCalled();
});

test('without the code calls stay on the fallback, and it is reported', async () => {
  const { channel, loading, onFailure, bodyOf } = setUp();
  channel.start();
  loading.reject(new Error('Not loaded'));
  await settle();
  expect(onFailure).toHaveBeenCalledOnce();
  expect(await bodyOf()).toBe('fallback');
});
