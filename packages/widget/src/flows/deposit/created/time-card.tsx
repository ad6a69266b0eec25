import { Countdown } from '../../../features/countdown/countdown.tsx';
import { useCountdown } from '../../../features/countdown/use-countdown.ts';
import { useText } from '../../../i18n/text.ts';
import cards from '../../../ui/card.module.css';
import styles from './time-card.module.css';

interface TimeCardProps {
  /** `beganMs` and `deadlineMs` are in ms since 1970. */
  beganMs: number;
  deadlineMs: number;
  onExpire: () => void;
}

const radius = 18;
const circumference = 2 * Math.PI * radius;

/** The time left for a payment: a clock, and a ring that empties. */
export function TimeCard({ beganMs, deadlineMs, onExpire }: TimeCardProps) {
  const text = useText();
  const { totalSeconds } = useCountdown(deadlineMs, onExpire);
  const wholeSeconds = Math.max(1, (deadlineMs - beganMs) / 1000);
  const left = Math.min(1, totalSeconds / wholeSeconds);
  return (
    <div
      className={`${cards.card} ${styles.card}`}
      data-late={totalSeconds < lateSeconds || undefined}
    >
      <svg className={styles.ring} viewBox="0 0 44 44" aria-hidden="true">
        <circle className={styles.track} cx="22" cy="22" r={radius} />
        <circle
          className={styles.left}
          cx="22"
          cy="22"
          r={radius}
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - left)}
        />
      </svg>
      <p className={styles.words}>
        <b className={styles.clock}>
          <Countdown deadlineMs={deadlineMs} />
        </b>
        <span className={styles.note}>{text('payment.timeLeft')}</span>
      </p>
    </div>
  );
}

/** The colour changes when this many seconds are left. */
const lateSeconds = 60;
