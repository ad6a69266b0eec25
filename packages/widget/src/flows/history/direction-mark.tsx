import { useText } from '../../i18n/text.ts';
import announcement from '../../ui/announcement.module.css';
import { usePayoutWords } from '../withdrawal/parts/payout-words.ts';
import styles from './direction-mark.module.css';

const arrows = {
  deposit: 'M12 5v13M6.500 12.500L12 18l5.500-5.500',
  withdrawal: 'M12 19V6M6.500 11.500L12 6l5.500 5.500',
} as const;

/** The direction of a payment, into or out of the balance: an arrow, and a word to read out. */
export function DirectionMark({ direction }: { direction: keyof typeof arrows }) {
  const text = useText();
  const words = usePayoutWords();
  return (
    <>
      <span className={styles.mark} aria-hidden="true">
        <svg
          width="0.75em"
          height="0.75em"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={3.4}
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={arrows[direction]} />
        </svg>
      </span>
      <span className={announcement.announcement}>
        {text(words(direction === 'deposit' ? 'title.deposit' : 'history.withdrawal'))}
      </span>
    </>
  );
}
