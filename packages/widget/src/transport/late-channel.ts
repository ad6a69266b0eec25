import type { Channel, Push } from './transport.ts';

export interface LateChannelOptions {
  token: string;
  /** Carries the calls until the channel is there. */
  fallback: Channel;
  /** Loads the channel's code and creates it with the present token, at the start. */
  load: (token: string) => Promise<Channel>;
  /** The code can't be loaded: calls stay on the fallback. */
  onFailure: () => void;
}

/** Creates a channel whose code is loaded when it is started, as the first screen needs none of it. */
export function createLateChannel(options: LateChannelOptions): Channel {
  const { fallback, load, onFailure } = options;
  const pushed = new Set<(push: Push) => void>();
  const connected = new Set<() => void>();
  const refused = new Set<() => void>();
  let { token } = options;
  let state: 'idle' | 'started' | 'closed' = 'idle';
  let current = fallback;

  const follow = (channel: Channel) => {
    channel.onPush((push) => {
      for (const listener of pushed) listener(push);
    });
    channel.onConnect(() => {
      for (const listener of connected) listener();
    });
    channel.onRefused(() => {
      for (const listener of refused) listener();
    });
  };
  const begin = async () => {
    const tokenAtFirst = token;
    const channel = await load(token);
    if (state === 'closed') return;
    if (token !== tokenAtFirst) channel.updateToken(token);
    current = channel;
    follow(channel);
    channel.start();
  };

  return {
    start: () => {
      if (state !== 'idle') return;
      state = 'started';
      begin().catch(onFailure);
    },
    exchange: (exchange) => current.exchange(exchange),
    onPush: (listener) => listenTo(pushed, listener),
    onConnect: (listener) => listenTo(connected, listener),
    onRefused: (listener) => listenTo(refused, listener),
    updateToken: (next) => {
      token = next;
      current.updateToken(next);
    },
    close: () => {
      state = 'closed';
      current.close();
    },
  };
}

function listenTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
