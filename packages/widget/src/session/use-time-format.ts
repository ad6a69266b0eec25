import { useSession } from './session.ts';

/** Provides a formatter of epoch milliseconds: the time of today, and the date with it else. */
export function useTimeFormat(): (time: number) => string {
  const { locale } = useSession();
  return (time) => {
    const at = new Date(time);
    const isToday = at.toDateString() === new Date().toDateString();
    const dateStyle = isToday ? undefined : ('medium' as const);
    return new Intl.DateTimeFormat(locale.format, { dateStyle, timeStyle: 'short' }).format(at);
  };
}
