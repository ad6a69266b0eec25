import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import { requireUnrevoked } from '../players/token-revocations.ts';
import { TokenRejected } from '../players/verify-token.ts';
import type { KassaServer, KassaSocket } from './socket-types.ts';

const checkMs = 1000;

/**
 * Rejects a caller whose token has expired or was revoked. Sockets get no tolerance for clock
 * differences, unlike calls over HTTP, since a socket would then outlive its token.
 * @throws TokenRejected auth.tokenExpired, auth.tokenRevoked
 */
export function requireValid(core: Pick<Core, 'now' | 'revocations'>, caller: Caller): Caller {
  if (caller.expiresAt > core.now()) return requireUnrevoked(core, caller);
  const message = 'The player token has expired.';
  throw new TokenRejected('auth.tokenExpired', message, 'expired', caller.brandId);
}

/**
 * Closes each socket when its token expires or is revoked. A check every second finds the tokens
 * that expire within the next second. A timer set for hours would not notice that the clock was
 * corrected or the machine slept. Returns a function that stops the checks.
 */
export function closeAtExpiry(
  io: KassaServer,
  core: Pick<Core, 'now' | 'revocations'>,
): () => void {
  const timers = new WeakMap<KassaSocket, NodeJS.Timeout>();
  const watch = (socket: KassaSocket) => {
    const remainingMs = socket.data.caller.expiresAt.getTime() - core.now().getTime();
    clearTimeout(timers.get(socket));
    if (remainingMs <= 0 || core.revocations.isRevoked(socket.data.caller)) socket.disconnect(true);
    else if (remainingMs <= checkMs)
      timers.set(
        socket,
        setTimeout(() => watch(socket), remainingMs),
      );
  };
  // Registered before the other listeners: a token may expire during the handshake.
  io.on('connection', watch);
  const watchAll = () => {
    for (const socket of io.of('/').sockets.values()) watch(socket);
  };
  core.revocations.onRevoked(watchAll);
  const interval = setInterval(watchAll, checkMs);
  return () => clearInterval(interval);
}
