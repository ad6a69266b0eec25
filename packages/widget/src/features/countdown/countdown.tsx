import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import announcement from '../../ui/announcement.module.css';
import styles from './countdown.module.css';
import type { Remaining } from './remaining.ts';
import { useCountdown } from './use-countdown.ts';

interface CountdownProps {
  /** When it ends, in ms since 1970. */
  deadlineMs: number;
  /** Called once, at zero. */
  onExpire?: () => void;
}

/**
 * What is left until a deadline: `02:14:09`, with days in words. A screen reader is told minutes, as
 * a number that changes each second can't be listened to.
 */
export function Countdown({ deadlineMs, onExpire }: CountdownProps) {
  const text = useText();
  const { locale } = useSession();
  const remaining = useCountdown(deadlineMs, onExpire);
  const { days, hours, minutes } = remaining;
  const clock = formatClock(remaining, locale.format);
  const isLastMinute = days === 0 && hours === 0 && minutes === 0;
  return (
    <span className={styles.countdown} role="timer">
      <span aria-hidden="true">
        {days > 0 ? text('countdown.days', { days, time: clock }) : clock}
      </span>
      <span className={announcement.announcement}>
        {isLastMinute
          ? text('countdown.lastMinute')
          : text('countdown.spoken', { days, hours, minutes })}
      </span>
    </span>
  );
}

/** Hours, minutes and seconds, in two digits each; days stand beside it. */
function formatClock(
  { hours, minutes, seconds }: Pick<Remaining, 'hours' | 'minutes' | 'seconds'>,
  locale: string,
): string {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return [hours, minutes, seconds].map((part) => two.format(part)).join(':');
}
