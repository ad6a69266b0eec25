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
 * What is left until a deadline: `14:09`, `02:14:09`, with days in words. A screen reader is told minutes, as
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

/** Minutes and seconds in two digits each, behind the hours where there are any; days stand beside it. */
function formatClock({ days, hours, minutes, seconds }: Remaining, locale: string): string {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  const parts = days + hours === 0 ? [minutes, seconds] : [hours, minutes, seconds];
  return parts.map((part) => two.format(part)).join(':');
}
