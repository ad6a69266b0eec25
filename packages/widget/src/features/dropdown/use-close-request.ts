import { useEffect, useRef } from 'react';

interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Creates Chrome's CloseWatcher. In other browsers Escape and a press beside the popup close it.
 */
function createCloseWatcher(): CloseWatcher | null {
  const found = (window as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher;
  return found === undefined ? null : new found();
}

/** While a popup is open, Android's back gesture closes it instead of leaving the screen. */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const onCloseRef = useRef(onClose);
  useEffect(() => {
    onCloseRef.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    const watcher = createCloseWatcher();
    watcher?.addEventListener('close', () => onCloseRef.current());
    return () => watcher?.destroy();
  }, [isOpen]);
}
