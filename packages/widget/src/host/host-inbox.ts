import type { HostData, HostToWidget } from '@kassa/contract';
import type { HostBridge } from './host-bridge.ts';

/** The host answered the handshake and brought no player. */
export class TokenMissingError extends Error {
  constructor() {
    super('The host sent no player token.');
    this.name = 'TokenMissingError';
  }
}

/** What the host says from the handshake on, kept until somebody acts on it. */
export interface HostInbox {
  /**
   * Completes host data that came without a token with the one of a `token-updated`.
   * Rejects with {@link TokenMissingError} when none comes in time.
   */
  waitForToken(data: HostData): Promise<HostData>;
  /** From now on `act` is told of everything, first of what was kept. Returns the way to stop. */
  follow(act: (message: HostToWidget) => void): () => void;
  stop(): void;
}

/** Opens the inbox; at most `timeoutMs` are waited for a token. */
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
