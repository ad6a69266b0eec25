import { afterPress } from '../ui/presses.ts';

/** Takes the height in px that a screen has; a screen is known by whatever is the same as long as it stands. */
export type HeightReport = (screen: unknown, heightPx: number) => void;

/**
 * Tells the host the height of each screen, and while that screen stands only a greater one. None is
 * told while the player presses something: the host moves what stands below the frame's end, and the
 * click of a button that has moved is lost.
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
