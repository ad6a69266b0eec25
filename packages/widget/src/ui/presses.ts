/** Whether the player is pressing something, the click that comes of it included. */
let isDown = false;
let ending: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

/** The click of a finger comes this much later than its release, at the most. */
const longestToClickMs = 100;

/** Follows the presses in a window; returns the way to stop. */
export function watchPresses(window: Window): () => void {
  const handlers = {
    pointerdown: () => {
      clearTimeout(ending);
      isDown = true;
    },
    pointerup: () => endIn(longestToClickMs),
    pointercancel: () => endIn(0),
    // After all who hear of it.
    click: () => endIn(0),
    // It was let go of outside of the frame.
    pointermove: ({ buttons, pointerType }: PointerEvent) => {
      if (buttons === 0 && pointerType !== 'touch') endIn(0);
    },
  };
  const types = Object.keys(handlers) as (keyof typeof handlers)[];
  for (const type of types) window.addEventListener(type, handlers[type] as EventListener, true);
  return () => {
    for (const type of types) {
      window.removeEventListener(type, handlers[type] as EventListener, true);
    }
    clearTimeout(ending);
    end();
  };
}

/**
 * Whether the player is pressing something: what moves now, or gives way to another element, takes
 * the click from where it was meant.
 */
export function isPressing(): boolean {
  return isDown;
}

/** Does something at once, or while the player presses, once the press is over. Returns the way not to. */
export function afterPress(act: () => void): () => void {
  if (isDown) waiting.add(act);
  else act();
  return () => waiting.delete(act);
}

function endIn(delayMs: number): void {
  clearTimeout(ending);
  if (isDown) ending = setTimeout(end, delayMs);
}

function end(): void {
  isDown = false;
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
}
