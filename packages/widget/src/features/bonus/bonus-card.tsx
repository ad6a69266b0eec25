import type { ReactNode } from 'react';
import styles from './bonus-card.module.css';
import { BonusPicture } from './bonus-picture.tsx';
import type { BonusTone } from './bonus-tone.ts';

interface BonusCardProps {
  /** Without a tone the card is grey: the bonus is over. */
  tone?: BonusTone;
  title: string;
  /** The parts of the line below the title. */
  notes?: readonly ReactNode[];
  /** Whether the current deposit gets the bonus. */
  verdict?: ReactNode;
  /** At the card's end: the switch. */
  children?: ReactNode;
}

/** A bonus in its colours: a picture, its benefit, its conditions. */
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
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line keep their places
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
