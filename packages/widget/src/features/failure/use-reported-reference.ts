import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import type { Failure } from './failure.ts';

/**
 * Tells the host the reference of an error that occurred in the widget, when it shows: support
 * searches for it there. References of the server are known to the server.
 */
export function useReportedReference({ kind, reference }: Failure): void {
  const { bridge } = useSession();
  const own = kind === 'card' ? reference : undefined;
  useEffect(() => {
    if (own === undefined) return;
    bridge.send({ messageType: 'Metric', payload: { name: 'error.reference', value: own } });
  }, [bridge, own]);
}
