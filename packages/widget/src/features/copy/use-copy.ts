import { useEffect, useState } from 'react';
import { useSession } from '../../session/session.ts';

/** `forbidden`: the browser lets nobody copy here; the player copies by hand. */
type CopyOutcome = 'none' | 'done' | 'forbidden';

interface CopyListeners {
  onDone?: (() => void) | undefined;
  onForbidden?: () => void;
}

/** How long an outcome is said, in ms (§9: 3 s); that there is something to do is read for longer. */
const saidMs = { done: 3000, forbidden: 10_000 };

/** Copies a value and says what came of it. */
export function useCopy(value: string, { onDone, onForbidden }: CopyListeners = {}) {
  const { bridge } = useSession();
  const [outcome, setOutcome] = useState<CopyOutcome>('none');

  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), saidMs[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      // A web view's own clipboard is the app's to write (§7).
      if (bridge.isNative) bridge.send({ messageType: 'onCopyToBuffer', payload: { text: value } });
      else await writeClipboard(value);
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

/**
 * Writes into the clipboard; the old way where the new one isn't there, or isn't the frame's to use:
 * a page that isn't secure, or a host that gives its frame no permission. Rejects where neither works.
 */
async function writeClipboard(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
  } catch (error) {
    if (!copyByCommand(value)) throw error;
  }
}

/** Copies by a selection of its own, which leaves the focus where it was. False where it is forbidden. */
function copyByCommand(value: string): boolean {
  const { activeElement } = document;
  const box = document.createElement('textarea');
  box.value = value;
  box.readOnly = true;
  box.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0';
  document.body.append(box);
  box.focus({ preventScroll: true });
  box.select();
  const isCopied = document.execCommand?.('copy') === true;
  box.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  return isCopied;
}
