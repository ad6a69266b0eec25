import { type CSSProperties, useRef, useState } from 'react';
import { useMediaQuery, wideFrame } from '../../ui/use-media-query.ts';
import type { ListProps } from './dropdown-props.ts';
import { useCloseRequest } from './use-close-request.ts';

/** The position of a sheet: at the bottom of the frame's visible part, not beside the box. */
const sheetPosition: CSSProperties = {
  position: 'fixed',
  inset: 'auto 0 var(--k-unseen-end, 0px) 0',
  inlineSize: '100%',
  transform: 'none',
};

/** The reasons of Base UI for closing a popup when the focus goes elsewhere. */
const leavingReasons: readonly string[] = ['outside-press', 'focus-out'];

/** The state of a dropdown's popup, with box and popup as one focus. */
export function usePopup({ onFocus, onBlur, isOpenAtFirst }: ListProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  // A ref, for Base UI's events in the same tick as the opening.
  const isOpenRef = useRef(isOpenAtFirst);
  const isWide = useMediaQuery(wideFrame);
  const setOpen = (next: boolean) => {
    isOpenRef.current = next;
    setIsOpen(next);
  };
  useCloseRequest(isOpen, () => setOpen(false));
  return {
    isOpen,
    isSheet: !isWide,
    close: () => setOpen(false),
    handleOpenChange: (next: boolean, { reason, cancel }: { reason: string; cancel(): void }) => {
      // The popup opened on pointer down; the host's page may move the box before pointer up.
      if (reason === 'cancel-open') return cancel();
      setOpen(next);
      if (!next && leavingReasons.includes(reason)) onBlur?.();
    },
    boxHandlers: {
      onFocus: () => onFocus?.(),
      onBlur: () => {
        if (!isOpenRef.current) onBlur?.();
      },
    },
    positionerProps: {
      sideOffset: 6,
      collisionPadding: 12,
      ...(isWide ? {} : { style: sheetPosition }),
    },
  };
}
