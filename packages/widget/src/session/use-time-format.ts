import { formatsOf } from '../i18n/formats.ts';
import { useSession } from './session.ts';

/** Provides a formatter of epoch milliseconds: the time of today, and the date with it else. */
export function useTimeFormat(): (time: number) => string {
  const { locale } = useSession();
  return (time) => {
    const at = new Date(time);
    const isToday = at.toDateString() === new Date().toDateString();
    const dateStyle = isToday ? undefined : ('medium' as const);
    const { DateTimeFormat } = formatsOf(locale.format);
    return new DateTimeFormat(locale.format, { dateStyle, timeStyle: 'short' }).format(at);
  };
}
