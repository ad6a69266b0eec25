import {
  addDecimals,
  compareDecimals,
  type Decimal,
  floorToCurrency,
  multiplyDecimals,
  negateDecimal,
} from '@kassa/contract';
import { useEffect, useState } from 'react';

/** The time in ms from the first amount to the last. */
const countMs = 400;

/** The way has thousand steps, so that no amount is a float. */
const wholeWay = 1000;

interface Way {
  from: Decimal;
  to: Decimal;
  currency: string;
}

/** Returns the amount after some thousandths of the way: only for show, never past its end. */
export function amountOnWay({ from, to, currency }: Way, thousandths: number): Decimal {
  if (thousandths >= wholeWay) return to;
  const part = `0.${String(Math.max(0, Math.floor(thousandths))).padStart(3, '0')}`;
  const gone = multiplyDecimals(addDecimals(to, negateDecimal(from)), part);
  return floorToCurrency(addDecimals(from, gone), currency);
}

/**
 * Counts from one amount up to another, once, from the first frame that is drawn: a player who is still in
 * the provider's window misses nothing. Returns null once the last amount shows: at once where there
 * is no smaller amount to start from, and where the player wants less motion.
 */
export function useCountUp({ from, to, currency }: Way | (Omit<Way, 'from'> & { from: null })) {
  const [thousandths, setThousandths] = useState(() => (isCounted(from, to) ? 0 : wholeWay));
  const isOver = thousandths >= wholeWay;
  useEffect(() => {
    if (isOver) return;
    let startedAt: number | undefined;
    let frame = requestAnimationFrame(function draw(now) {
      startedAt ??= now;
      const left = Math.max(0, 1 - (now - startedAt) / countMs);
      // Fast at first, and slower towards the end.
      setThousandths(Math.round(wholeWay * (1 - left ** 3)));
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [isOver]);
  return isOver || from === null ? null : amountOnWay({ from, to, currency }, thousandths);
}

function isCounted(from: Decimal | null, to: Decimal): boolean {
  if (from === null || compareDecimals(from, to) >= 0) return false;
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
