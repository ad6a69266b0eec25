import type { HostData, HostToWidget } from '@kassa/contract';
import type { HostBridge } from './host-bridge.ts';

/** The host responded to the handshake without a token. */
export class TokenMissingError extends Error {
  constructor() {
    super('The host sent no player token.');
    this.name = 'TokenMissingError';
  }
}

/** The host's messages since the handshake, kept until the widget follows them. */
export interface HostInbox {
  /**
   * Completes host data without a token by that of a `token-updated`.
   * @throws {@link TokenMissingError} where none arrives in time
   */
  waitForToken(data: HostData): Promise<HostData>;
  /** Passes every message to `act`, the kept ones first. Returns a function that stops it. */
  follow(act: (message: HostToWidget) => void): () => void;
  stop(): void;
}

/** Opens the inbox. The timeout for a token is in ms. */
export function openHostInbox(bridge: HostBridge, timeoutMs = 10_000): HostInbox {
  const kept: HostToWidget[] = [];
  let handle = (message: HostToWidget): void => void kept.push(message);
  const stop = bridge.onMessage((message) => handle(message));

  function waitForToken(data: HostData): Promise<HostData> {
    const token =
      data.token ||
      kept
        .map(tokenOf)
        .filter((brought) => brought !== '')
        .pop();
    if (token) return Promise.resolve({ ...data, token });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new TokenMissingError()), timeoutMs);
      const keep = handle;
      handle = (message) => {
        keep(message);
        const brought = tokenOf(message);
        if (brought === '') return;
        clearTimeout(timer);
        handle = keep;
        resolve({ ...data, token: brought });
      };
    });
  }

  function follow(act: (message: HostToWidget) => void): () => void {
    handle = act;
    for (const message of kept.splice(0)) act(message);
    return stop;
  }

  return { waitForToken, follow, stop };
}

function tokenOf(message: HostToWidget): string {
  return message.messageType === 'token-updated' ? message.payload.token : '';
}
