import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './snackbar.module.css';

interface SnackbarProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** How long it stays (§8: 5000 ms); not at all limited where there is something to note down. */
  durationMs?: number | undefined;
  children: ReactNode;
}

/** What went wrong, over the content and announced at once. */
export function Snackbar({ title, closeLabel, onClose, durationMs, children }: SnackbarProps) {
  // Whatever renders meanwhile, its time runs on.
  const handleTimeout = useEffectEvent(onClose);
  useEffect(() => {
    if (durationMs === undefined) return;
    const timer = setTimeout(() => handleTimeout(), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs]);

  return (
    <div className={styles.snackbar} role="alert">
      <Glyph name="warning" className={styles.glyph} />
      <div className={styles.words}>
        <b className={styles.title}>{title}</b>
        {children}
      </div>
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <Glyph name="close" size={20} />
      </button>
    </div>
  );
}
