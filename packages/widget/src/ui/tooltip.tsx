import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useLateCode } from './use-late-code.ts';
import { type TooltipHandlers, type TooltipTone, useTooltipState } from './use-tooltip-state.ts';

interface TooltipProps {
  words: string;
  tone?: TooltipTone;
  /** Shows it without a pointer or the focus, as after a press. */
  isHeld?: boolean;
  /**
   * The words are the trigger's own name. A screen reader reads that anyway, and a tap is the
   * trigger's to take.
   */
  isName?: boolean;
  /** The trigger; what it is given belongs on one button. */
  children: (trigger: TriggerProps) => ReactNode;
}

interface TriggerProps extends TooltipHandlers {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-describedby': string | undefined;
}

/**
 * Words about a button, shown on hover, on keyboard focus and on a tap, and dismissed by Escape. The
 * code of the popup comes with the first time that it is needed.
 */
export function Tooltip({
  words,
  tone = 'plain',
  isHeld = false,
  isName = false,
  children,
}: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const { isOpen, close, triggerHandlers, popupHandlers } = useTooltipState(!isName);
  const isShown = isHeld || isOpen;
  const [isNeeded, setIsNeeded] = useState(isShown);
  if (isShown && !isNeeded) setIsNeeded(true);
  const Popup = useLateCode(isNeeded ? loadPopup : null);
  return (
    <>
      {children({
        ref: anchor,
        'aria-describedby': isName ? undefined : id,
        ...triggerHandlers,
      })}
      {!isName && (
        <span id={id} hidden>
          {words}
        </span>
      )}
      {Popup !== null && Popup !== 'failed' && (
        <Popup
          anchor={anchor}
          words={words}
          tone={tone}
          isOpen={isShown}
          onClose={close}
          {...popupHandlers}
        />
      )}
    </>
  );
}

async function loadPopup() {
  return (await import('./tooltip-popup.tsx')).TooltipPopup;
}
