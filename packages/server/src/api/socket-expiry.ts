import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import { TokenRefusal } from '../players/verify-token.ts';
import type { KassaServer, KassaSocket } from './socket-types.ts';

const lookMs = 1000;

/**
 * Nothing is opened or answered over a socket whose token has ended: the tolerance for clocks that
 * calls over HTTP are given would let it outlive its token.
 * @throws TokenRefusal auth.tokenExpired
 */
export function requireUnexpired(core: Pick<Core, 'now'>, caller: Caller): Caller {
  if (caller.expiresAt > core.now()) return caller;
  const message = 'The player token has expired.';
  throw new TokenRefusal('auth.tokenExpired', message, 'expired', caller.brandId);
}

/**
 * Closes each socket at the moment its token ends. A look every second finds the ones that end
 * within it, whatever happened to the clock meanwhile: a timer set for hours would not notice that it was
 * put right, or that the machine slept. Returns the way to stop.
 */
export function closeAtExpiry(io: KassaServer, core: Pick<Core, 'now'>): () => void {
  const timers = new WeakMap<KassaSocket, NodeJS.Timeout>();
  const watch = (socket: KassaSocket) => {
    const remainingMs = socket.data.caller.expiresAt.getTime() - core.now().getTime();
    clearTimeout(timers.get(socket));
    if (remainingMs <= 0) socket.disconnect(true);
    else if (remainingMs <= lookMs)
      timers.set(
        socket,
        setTimeout(() => watch(socket), remainingMs),
      );
  };
  // Before anything else hears of the connection: a token may have ended on the way here.
  io.on('connection', watch);
  const interval = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) watch(socket);
  }, lookMs);
  return () => clearInterval(interval);
}
