import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import type { Failure } from './failure.ts';

/**
 * Tells the host the reference of what the widget met by itself, as it comes into sight: support looks
 * for it there. The server knows its own.
 */
export function useToldReference({ kind, reference }: Failure): void {
  const { bridge } = useSession();
  const own = kind === 'card' ? reference : undefined;
  useEffect(() => {
    if (own === undefined) return;
    bridge.send({ messageType: 'Metric', payload: { name: 'error.reference', value: own } });
  }, [bridge, own]);
}
