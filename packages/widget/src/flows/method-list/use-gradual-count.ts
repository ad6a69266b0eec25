import { startTransition, useEffect, useState } from 'react';
import { usePlace } from '../../routing/use-router.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';

/** About the number of methods that a phone shows. */
const firstCount = 10;
/**
 * The number that the server draws: they fill a screen, so that what is below the list doesn't move
 * when the widget adds the rest.
 */
const drawnCount = 24;
/** The number of tiles that are added at a time, whenever the phone is idle. */
const stepCount = 48;
/** The least height that a method takes: a quarter of a row of tiles is less than a row of its own. */
const methodPx = 126 / 4;
/**
 * Only a longer list defers the layout of its tiles until they are scrolled to. Where the host's
 * page scrolls the frame, deferred tiles stay blank for a moment, and then move what is below.
 */
const lateFrom = 200;

/**
 * Returns how many tiles of a list are drawn. The tiles that a phone shows come at once, the rest
 * in steps, between which keys are handled. In the end all are there, for the keyboard, for a
 * screen reader's count and for find-in-page. A list that the player comes back to is at once as
 * long as they had scrolled.
 * @param subject - another value makes it another list, which starts again
 * @returns `laidOut`: how many tiles are laid out at once
 */
export function useGradualCount(
  total: number,
  subject?: string,
): { count: number; laidOut: number } {
  const scrollTop = usePlace()?.scrollTop ?? 0;
  const isHydrated = useIsHydrated();
  const [drawn, setDrawn] = useState(() => {
    const first = isHydrated ? firstCount : drawnCount;
    const atOnce = scrollTop > 0 ? countDownTo(scrollTop + window.innerHeight) : first;
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
  return Math.max(firstCount, Math.ceil(heightPx / methodPx));
}
