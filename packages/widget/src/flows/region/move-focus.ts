/**
 * Moves the focus between a search field and the buttons or links of the list below it.
 * @param key - of a key event; only up, down, home and end move the focus, the latter two in the
 * list
 * @returns whether the focus has moved
 */
export function moveFocus(around: HTMLElement, key: string): boolean {
  const stops = [...around.querySelectorAll<HTMLElement>('input, li > button, li > a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const isInList = at >= 0 && stops[at]?.tagName !== 'INPUT';
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ...(isInList && { Home: 0, End: stops.length - 1 }),
  };
  const next = Object.hasOwn(to, key) ? stops[to[key as keyof typeof to] ?? -1] : undefined;
  if (at < 0 || next === undefined) return false;
  next.focus();
  return true;
}
