/** The time left until a deadline, in whole seconds rounded up; all zero once it has passed. */
export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  /** The whole time in seconds. */
  totalSeconds: number;
  isOver: boolean;
}

/**
 * Returns the seconds until a deadline, rounded up: `0` only once it has passed. Both in ms since
 * 1970.
 */
export function secondsUntil(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000));
}

/** Splits seconds into days, hours, minutes and seconds (§4 Countdown). */
export function splitSeconds(totalSeconds: number): Remaining {
  return {
    days: Math.floor(totalSeconds / 86_400),
    hours: Math.floor(totalSeconds / 3600) % 24,
    minutes: Math.floor(totalSeconds / 60) % 60,
    seconds: totalSeconds % 60,
    totalSeconds,
    isOver: totalSeconds === 0,
  };
}
