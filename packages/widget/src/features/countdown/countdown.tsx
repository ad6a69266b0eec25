import { type MessageKey, useText } from '../../i18n/text.ts';
import announcement from '../../ui/announcement.module.css';
import styles from './countdown.module.css';
import type { Remaining } from './remaining.ts';
import { unknownSeconds, useCountdown } from './use-countdown.ts';

interface CountdownProps {
  /** The deadline in ms since 1970. */
  deadlineMs: number;
  /** Called once, at zero. */
  onExpire?: () => void;
  /** The message that contains the time, as its `time`. */
  words?: MessageKey;
}

/**
 * The time left until a deadline: `14:09`, `02:14:09`, with days as text. A screen reader reads
 * minutes: a number that changes each second can't be listened to.
 */
export function Countdown({ deadlineMs, onExpire, words }: CountdownProps) {
  const text = useText();
  const remaining = useCountdown(deadlineMs, onExpire);
  if (remaining.totalSeconds === unknownSeconds) return <span className={styles.countdown} />;
  const { days, hours, minutes } = remaining;
  const clock = formatClock(remaining);
  const isLastMinute = days === 0 && hours === 0 && minutes === 0;
  const say = (time: string) => (words === undefined ? time : text(words, { time }));
  return (
    <span className={styles.countdown} role="timer">
      <span aria-hidden="true">
        {say(days > 0 ? text('countdown.days', { days, time: clock }) : clock)}
      </span>
      <span className={announcement.announcement}>
        {say(
          isLastMinute
            ? text('countdown.lastMinute')
            : text('countdown.spoken', { days, hours, minutes }),
        )}
      </span>
    </span>
  );
}

/**
 * Formats minutes and seconds with two digits each, after the hours where there are any. The caller
 * adds the days.
 */
function formatClock({ days, hours, minutes, seconds }: Remaining): string {
  const parts = days + hours === 0 ? [minutes, seconds] : [hours, minutes, seconds];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
