/** Whether the player presses something. The click after the release is part of the press. */
let isDown = false;
let ending: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

/** The longest time in ms from a finger's release to its click. */
const longestToClickMs = 100;

/** Follows the presses in a window. Returns a function that stops it. */
export function watchPresses(window: Window): () => void {
  const handlers = {
    pointerdown: () => {
      clearTimeout(ending);
      isDown = true;
    },
    pointerup: () => endIn(longestToClickMs),
    pointercancel: () => endIn(0),
    // The press ends after all other listeners of the event.
    click: () => endIn(0),
    // The pointer was released outside of the frame.
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
 * Returns whether the player presses something. An element that moves or is replaced during a press
 * loses the click.
 */
export function isPressing(): boolean {
  return isDown;
}

/** Runs a function at once, or after the current press. Returns a function that cancels it. */
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
