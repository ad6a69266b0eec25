import type { Socket } from 'node:net';

/** Returns whether the client has read nothing for too long, although something is left to read. */
export type UnreadCheck = () => boolean;

/**
 * Builds the check of one connection. It must be called every `checkMs`, since it compares with the
 * call before. A connection that the server has ended counts as unread until the client ends it
 * too.
 */
export function buildUnreadCheck(
  socket: Socket,
  { unreadMs, checkMs }: { unreadMs: number; checkMs: number },
): UnreadCheck {
  let before = '';
  let checkedAt = 0;
  let waitedMs = 0;
  return () => {
    const now = performance.now();
    // While this process stands still, nobody can read: a longer pause is not the client's.
    const pauseMs = Math.min(now - checkedAt, 2 * checkMs);
    checkedAt = now;
    const progress = describeProgress(socket);
    if (progress === null || progress !== before) {
      before = progress ?? '';
      waitedMs = 0;
      return false;
    }
    waitedMs += pauseMs;
    return waitedMs >= unreadMs;
  };
}

/** Returns null while nothing waits for the client. */
function describeProgress(
  socket: Socket & { _handle?: { writeQueueSize?: number } | null },
): string | null {
  if (socket.writableLength === 0 && !socket.writableEnded) return null;
  const written = socket.bytesWritten - socket.writableLength;
  // The part of the current write that the kernel has not taken. Node's own timeout of a socket
  // uses this field too; without it a large response would show no progress until its end.
  return `${written} ${socket._handle?.writeQueueSize ?? 0}`;
}
