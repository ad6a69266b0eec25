import { useEffect, useState } from 'react';
import { useSession } from '../../session/session.ts';

/** `forbidden`: a frame without the permission; the player copies by hand. */
type CopyOutcome = 'none' | 'done' | 'forbidden';

interface CopyListeners {
  onDone?: (() => void) | undefined;
  onForbidden?: () => void;
}

const doneMs = 3000;

/** Copies a value and says so for 3 s (§9). */
export function useCopy(value: string, { onDone, onForbidden }: CopyListeners = {}) {
  const { bridge } = useSession();
  const [outcome, setOutcome] = useState<CopyOutcome>('none');

  useEffect(() => {
    if (outcome !== 'done') return;
    const timer = setTimeout(() => setOutcome('none'), doneMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      // A web view's own clipboard is the app's to write (§7).
      if (bridge.isNative) bridge.send({ messageType: 'onCopyToBuffer', payload: { text: value } });
      else await navigator.clipboard.writeText(value);
    } catch {
      setOutcome('forbidden');
      onForbidden?.();
      return;
    }
    setOutcome('done');
    onDone?.();
  }

  return { outcome, copy };
}
