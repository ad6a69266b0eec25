import { afterPress } from '../ui/presses.ts';

/**
 * Reports a screen's height in px. `screen` identifies the screen: it is the same as long as the
 * screen shows.
 */
export type HeightReport = (screen: unknown, heightPx: number) => void;

/**
 * Reports the height of each screen to the host; while a screen shows, only greater heights.
 * Reports wait during a press: the host moves the content below the frame's end, and the click of a
 * moved button is lost.
 */
export function createHeightReport(send: (heightPx: number) => void): HeightReport {
  let current: unknown;
  let tallestPx = 0;
  let isWaiting = false;
  return (screen, heightPx) => {
    if (screen !== current) tallestPx = 0;
    current = screen;
    if (heightPx <= tallestPx) return;
    tallestPx = heightPx;
    if (isWaiting) return;
    isWaiting = true;
    afterPress(() => {
      isWaiting = false;
      send(tallestPx);
    });
  };
}
