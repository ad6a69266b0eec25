import { useEffect, useRef } from 'react';

interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/** Chrome's; elsewhere the key Escape and a press beside it close a popup. */
function createCloseWatcher(): CloseWatcher | null {
  const found = (window as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher;
  return found === undefined ? null : new found();
}

/** While open, Android's back gesture closes a popup instead of leaving the screen. */
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
