import { useEffect, useReducer, useState } from 'react';
import { afterPress, isPressing } from './presses.ts';

/**
 * Returns the latest value, or the earlier one while the player presses something. Use it for
 * changes that would move or replace the pressed element, so that the click would be lost.
 * @param value - the same object as long as nothing has changed
 */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const [held, setHeld] = useState(() => value);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isBehind = !Object.is(held, value);
  // Not a subscription: a press must not render a long list again.
  const mustWait = isBehind && isPressing();
  if (isBehind && !mustWait) setHeld(() => value);
  useEffect(() => (mustWait ? afterPress(redraw) : undefined), [mustWait]);
  return mustWait ? held : value;
}
