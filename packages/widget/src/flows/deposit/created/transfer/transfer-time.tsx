import { Countdown } from '../../../../features/countdown/countdown.tsx';
import { useCountdown } from '../../../../features/countdown/use-countdown.ts';
import { useText } from '../../../../i18n/text.ts';
import { useSession } from '../../../../session/session.ts';
import styles from './transfer.module.css';

interface TimeBarProps {
  /** `beganMs` and `deadlineMs` are in ms since 1970. */
  beganMs: number;
  deadlineMs: number;
  onExpire: () => void;
}

/** The colour changes when this many seconds are left. */
const lateSeconds = 60;

/** The time left for a payment as a thin bar below the header. The footer says the same in words. */
export function TimeBar({ beganMs, deadlineMs, onExpire }: TimeBarProps) {
  const { totalSeconds } = useCountdown(deadlineMs, onExpire);
  const wholeSeconds = Math.max(1, (deadlineMs - beganMs) / 1000);
  const percent = Math.min(100, Math.max(0, (100 * totalSeconds) / wholeSeconds));
  return (
    <div
      className={styles.bar}
      data-late={totalSeconds < lateSeconds || undefined}
      aria-hidden="true"
    >
      <div className={styles.track}>
        <div className={styles.left} style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}

/** The time left for a payment in words, above the button that confirms it. */
export function TimeLine({ deadlineMs }: Pick<TimeBarProps, 'deadlineMs'>) {
  const text = useText();
  const { isSingleDeposit } = useSession();
  return (
    <p className={styles.time}>
      <Countdown deadlineMs={deadlineMs} words="transfer.timeLeft" />
      {/* The link to another device works once. */}
      {!isSingleDeposit && <> · {text('transfer.comeBack')}</>}
    </p>
  );
}
