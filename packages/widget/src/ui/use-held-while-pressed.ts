import { useEffect, useReducer, useState } from 'react';
import { afterPress, isPressing } from './presses.ts';

/**
 * The latest value, but while the player presses something the one from before: for what would move
 * the pressed element, or take its place, so that the click would be lost.
 * @param value - the same as long as nothing has changed
 */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const [held, setHeld] = useState(() => value);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isBehind = !Object.is(held, value);
  // Not by a subscription: a press must cost a long list no drawing.
  const mustWait = isBehind && isPressing();
  if (isBehind && !mustWait) setHeld(() => value);
  useEffect(() => (mustWait ? afterPress(redraw) : undefined), [mustWait]);
  return mustWait ? held : value;
}
