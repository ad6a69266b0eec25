import type { HostData } from '@kassa/contract';
import type { HostBridge } from './host-bridge.ts';

/** The host answered the handshake and brought no player. */
export class TokenMissingError extends Error {
  constructor() {
    super('The host sent no player token.');
    this.name = 'TokenMissingError';
  }
}

/**
 * Completes host data that came without a token with the one of a later `token-updated`.
 * Rejects with {@link TokenMissingError} when none comes within `patienceMs`.
 */
export function waitForToken(
  data: HostData,
  bridge: HostBridge,
  patienceMs = 10_000,
): Promise<HostData> {
  if (data.token !== '') return Promise.resolve(data);
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      stopListening();
      reject(new TokenMissingError());
    }, patienceMs);
    const stopListening = bridge.onMessage((message) => {
      if (message.messageType !== 'token-updated' || message.payload.token === '') return;
      clearTimeout(patience);
      stopListening();
      resolve({ ...data, token: message.payload.token });
    });
  });
}
