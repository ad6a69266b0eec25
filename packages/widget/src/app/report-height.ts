import { afterPress } from '../ui/presses.ts';

/**
 * Tells heights, though none while the player presses something. The host follows the height that a
 * screen takes, and what stands at its end moves along. What comes of a press (a field is left, a
 * rule is said) must not move the button from under it: its click would be lost.
 * @returns tells a height in px
 */
export function createHeightReport(send: (heightPx: number) => void): (heightPx: number) => void {
  let held: number | null = null;
  return (heightPx) => {
    const isWaiting = held !== null;
    held = heightPx;
    if (isWaiting) return;
    afterPress(() => {
      if (held !== null) send(held);
      held = null;
    });
  };
}
