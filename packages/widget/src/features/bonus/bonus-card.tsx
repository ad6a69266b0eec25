import type { ReactNode } from 'react';
import styles from './bonus-card.module.css';
import { BonusPicture } from './bonus-picture.tsx';
import type { BonusTone } from './bonus-tone.ts';

interface BonusCardProps {
  /** Without one it is grey: what stands there is over. */
  tone?: BonusTone;
  title: string;
  /** Parts of the line below, as many as there are. */
  notes?: readonly ReactNode[];
  /** What it comes to for the deposit at hand. */
  verdict?: ReactNode;
  /** At the card's end: the switch. */
  children?: ReactNode;
}

/** A bonus in its colours: a picture, what it brings, what it takes. */
export function BonusCard({ tone, title, notes = [], verdict, children }: BonusCardProps) {
  return (
    <div className={styles.card} data-tone={tone}>
      <span className={styles.picture}>
        <BonusPicture tone={tone ?? 'pink'} />
      </span>
      <div className={styles.words}>
        <b className={styles.title}>
          <bdi>{title}</bdi>
        </b>
        {notes.length > 0 && (
          <small className={styles.notes}>
            {notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line keep their places
              <span key={index} className={styles.note}>
                {note}
              </span>
            ))}
          </small>
        )}
      </div>
      {children}
      {verdict && <div className={styles.verdict}>{verdict}</div>}
    </div>
  );
}
