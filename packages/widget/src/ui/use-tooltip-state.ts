import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** `ok`: what was pressed has worked. */
export type TooltipTone = 'plain' | 'ok';

export interface TooltipHandlers {
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

/** Time for the pointer to get from the trigger to the popup across the gap between them, in ms. */
const crossingMs = 200;

/**
 * Whether a tooltip is open. It stays while the pointer is on it, so that its words can be enlarged
 * and selected (WCAG 1.4.13).
 * @param isOpenedByTap - whether a tap, which can't hover, opens and closes it
 */
export function useTooltipState(isOpenedByTap: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const crossing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(crossing.current), []);

  const set = (next: boolean) => {
    clearTimeout(crossing.current);
    setIsOpen(next);
  };
  const handleEnter = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') set(true);
  };
  const handleLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(crossing.current);
    crossing.current = setTimeout(() => setIsOpen(false), crossingMs);
  };
  const triggerHandlers: TooltipHandlers = {
    onPointerEnter: handleEnter,
    onPointerLeave: handleLeave,
    onPointerUp: ({ pointerType }) => {
      if (isOpenedByTap && pointerType === 'touch') set(!isOpen);
    },
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) set(true);
    },
    onBlur: () => set(false),
  };
  const popupHandlers = { onPointerEnter: handleEnter, onPointerLeave: handleLeave };
  return { isOpen, close: () => set(false), triggerHandlers, popupHandlers };
}
