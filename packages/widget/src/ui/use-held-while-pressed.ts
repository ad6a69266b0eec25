import { useState, useSyncExternalStore } from 'react';
import { isPressing, onPress } from './presses.ts';

/**
 * The latest value, but while the player presses something the one from before: for what would move
 * the pressed element, or take its place, so that the click would be lost.
 * @param value - the same as long as nothing has changed
 */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const isPressed = useSyncExternalStore(onPress, isPressing);
  const [held, setHeld] = useState(() => value);
  if (isPressed || Object.is(held, value)) return held;
  setHeld(() => value);
  return value;
}
