import { use, useEffect, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { UsedContext } from './used-context.ts';

/** `forbidden`: the browser denies copying, and the player copies by hand. */
type CopyOutcome = 'none' | 'done' | 'forbidden';

interface CopyListeners {
  onDone?: (() => void) | undefined;
  onForbidden?: () => void;
}

/** How long an outcome shows, in ms (§9: 3 s). A text that asks for an action shows longer. */
const saidMs = { done: 3000, forbidden: 10_000 };

/** Copies a value and provides the outcome. */
export function useCopy(value: string, { onDone, onForbidden }: CopyListeners = {}) {
  const { bridge } = useSession();
  const noteUse = use(UsedContext);
  const [outcome, setOutcome] = useState<CopyOutcome>('none');

  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), saidMs[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      // In a web view the app writes the clipboard (§7).
      if (bridge.isNative) bridge.send({ messageType: 'onCopyToBuffer', payload: { text: value } });
      else await writeClipboard(value);
    } catch {
      setOutcome('forbidden');
      onForbidden?.();
      return;
    }
    setOutcome('done');
    noteUse('copied');
    onDone?.();
  }

  return { outcome, copy };
}

/**
 * Writes to the clipboard. The older command is used where the API is missing or denied: on an
 * insecure page, or in a frame without the permission. Rejects where neither works.
 */
async function writeClipboard(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
  } catch (error) {
    if (!copyByCommand(value)) throw error;
  }
}

/** Copies by a temporary selection and restores the focus. Returns false where it is forbidden. */
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
