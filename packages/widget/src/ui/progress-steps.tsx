import type { ReactNode } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './progress-steps.module.css';

/** The steps of a payment on its way, in order. */
export function ProgressSteps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

interface ProgressStepProps {
  state: 'done' | 'now' | 'next';
  /** The time that it took, or is left. */
  note?: ReactNode;
  children: ReactNode;
}

/** One of the {@link ProgressSteps}. */
export function ProgressStep({ state, note, children }: ProgressStepProps) {
  return (
    <li
      className={styles.step}
      data-state={state}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className={styles.dot}>{state === 'done' && <Glyph name="check" size={14} />}</span>
      <span className={styles.words}>
        <span>{children}</span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
    </li>
  );
}
