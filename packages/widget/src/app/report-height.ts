/** Tells heights, though none while the player presses something. */
export interface HeightReport {
  tell(heightPx: number): void;
  /** Follows the presses; returns the way to stop. */
  watch(): () => void;
}

/**
 * The host follows the height that a screen takes, and what stands at its end moves along. What comes
 * of a press (a field is left, a rule is said) must not move the button from under it: its click would
 * be lost. So a height waits until the press is over.
 */
export function createHeightReport(window: Window, send: (heightPx: number) => void): HeightReport {
  let isPressed = false;
  let held: number | null = null;

  const end = () => {
    isPressed = false;
    if (held !== null) send(held);
    held = null;
  };
  const handleDown = () => {
    isPressed = true;
  };
  // The click comes right after the pointer is up.
  const handleUp = () => setTimeout(end);
  // It was let go of outside of the frame.
  const handleMove = ({ buttons }: PointerEvent) => {
    if (isPressed && buttons === 0) end();
  };
  return {
    tell: (heightPx) => {
      if (isPressed) held = heightPx;
      else send(heightPx);
    },
    watch: () => {
      window.addEventListener('pointerdown', handleDown, true);
      window.addEventListener('pointerup', handleUp, true);
      window.addEventListener('pointercancel', handleUp, true);
      window.addEventListener('pointermove', handleMove, true);
      return () => {
        window.removeEventListener('pointerdown', handleDown, true);
        window.removeEventListener('pointerup', handleUp, true);
        window.removeEventListener('pointercancel', handleUp, true);
        window.removeEventListener('pointermove', handleMove, true);
      };
    },
  };
}
