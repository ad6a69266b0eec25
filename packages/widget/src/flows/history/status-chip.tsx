import type { ReactNode } from 'react';
import styles from './status-chip.module.css';

export type Tone = 'ok' | 'warn' | 'danger' | 'quiet';

/** The status of a payment, as a word and a colour. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}
