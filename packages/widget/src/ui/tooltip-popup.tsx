import { Tooltip } from '@base-ui/react/tooltip';
import { type PointerEventHandler, type RefObject, useMemo } from 'react';
import styles from './tooltip.module.css';
import type { TooltipTone } from './use-tooltip-state.ts';

interface TooltipPopupProps {
  anchor: RefObject<Element | null>;
  words: string;
  tone: TooltipTone;
  isOpen: boolean;
  onClose: () => void;
  onPointerEnter: PointerEventHandler;
  onPointerLeave: PointerEventHandler;
}

/** §9: between the trigger and the tooltip, in px. */
export const tooltipOffset = 16;

/** The words, beside the trigger, wherever there is room in the frame. */
export function TooltipPopup({
  anchor,
  words,
  tone,
  isOpen,
  onClose,
  ...handlers
}: TooltipPopupProps) {
  // Asked once the trigger is there, which may come in the same moment.
  const container = useMemo(
    () => ({
      get current() {
        return anchor.current?.closest<HTMLElement>('main') ?? document.body;
      },
    }),
    [anchor],
  );
  return (
    <Tooltip.Root
      open={isOpen}
      onOpenChange={(_, { reason, event: { target } }) => {
        const isOwn = target instanceof Node && anchor.current?.contains(target) === true;
        // A press on the trigger is the trigger's own to answer.
        if (reason !== 'outside-press' || !isOwn) onClose();
      }}
    >
      {/* Within the landmark that its trigger is in, and out of what would clip it. */}
      <Tooltip.Portal container={container}>
        <Tooltip.Positioner
          anchor={anchor}
          side="top"
          sideOffset={tooltipOffset}
          collisionPadding={8}
          className={styles.positioner}
        >
          <Tooltip.Popup className={styles.popup} data-tone={tone} role="tooltip" {...handlers}>
            {words}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
