import type { ReactNode } from 'react';
import styles from './card.module.css';

interface SummaryCardProps {
  /** A logo or flag. */
  picture: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/** A picture, a name and a line about it: the region, the chosen method. */
export function SummaryCard({ picture, title, note, children }: SummaryCardProps) {
  return (
    <div className={styles.row}>
      {picture}
      <span className={styles.words}>
        <b className={styles.title}>{title}</b>
        {note !== undefined && <small className={styles.note}>{note}</small>}
      </span>
      {children}
    </div>
  );
}
