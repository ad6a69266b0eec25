/** Whether the player is pressing something, the click that comes of it included. */
let isDown = false;
let ending: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The click of a finger comes this much later than its release, at the most. */
const longestToClickMs = 100;

/** Follows the presses in a window; returns the way to stop. */
export function watchPresses(window: Window): () => void {
  const handlers = {
    pointerdown: () => {
      clearTimeout(ending);
      set(true);
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
    set(false);
  };
}

/**
 * Whether the player is pressing something: what moves now, or gives way to another element, takes
 * the click from where it was meant.
 */
export function isPressing(): boolean {
  return isDown;
}

/** Calls back whenever {@link isPressing} changes. Returns the way to stop. */
export function onPress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Does something at once, or while the player presses, once the press is over. */
export function afterPress(act: () => void): void {
  if (!isDown) {
    act();
    return;
  }
  const stop = onPress(() => {
    stop();
    act();
  });
}

function endIn(delayMs: number): void {
  clearTimeout(ending);
  if (isDown) ending = setTimeout(() => set(false), delayMs);
}

function set(isNow: boolean): void {
  if (isDown === isNow) return;
  isDown = isNow;
  for (const listener of [...listeners]) listener();
}
