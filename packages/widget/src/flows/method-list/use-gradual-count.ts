import { startTransition, useEffect, useState } from 'react';
import { usePlace } from '../../routing/use-router.ts';

/** About what a phone shows of a list. */
const firstCount = 6;
/** The tiles that are added at a time, whenever the phone has nothing else to do. */
const stepCount = 48;
/** The least that a row of tiles takes, and the most tiles in it. */
const rowPx = 126;
const rowCount = 4;
/**
 * Only a list longer than this leaves the layout of its tiles until they are scrolled to: where the
 * host's page scrolls the frame they come a moment late, blank until then, and move what is below.
 */
const lateFrom = 200;

/**
 * How many tiles of a list are drawn. What a phone shows comes at once, the rest bit by bit, each
 * press of a key first; in the end all are there, for the keyboard, for a screen reader's counting
 * and for find-in-page. A list that the player comes back to is at once as long as they had scrolled.
 * @param subject - another one makes it another list, which begins anew
 * @returns `laidOut`: how many are laid out wherever they stand
 */
export function useGradualCount(
  total: number,
  subject?: string,
): { count: number; laidOut: number } {
  const scrollTop = usePlace()?.scrollTop ?? 0;
  const [drawn, setDrawn] = useState(() => {
    const atOnce = scrollTop > 0 ? countDownTo(scrollTop + window.innerHeight) : firstCount;
    return { subject, atOnce, count: atOnce };
  });
  let shown = drawn;
  if (drawn.subject !== subject) {
    shown = { subject, atOnce: firstCount, count: firstCount };
    setDrawn(shown);
  }
  const { atOnce, count } = shown;
  useEffect(() => {
    if (count >= total) return;
    startTransition(() =>
      setDrawn((now) =>
        now.subject === subject ? { ...now, count: Math.max(now.count, count + stepCount) } : now,
      ),
    );
  }, [count, total, subject]);
  return { count, laidOut: total > lateFrom ? atOnce : total };
}

function countDownTo(heightPx: number): number {
  return Math.max(firstCount, Math.ceil(heightPx / rowPx) * rowCount);
}
