import { type CSSProperties, useRef, useState } from 'react';
import { useMediaQuery, wideFrame } from '../../ui/use-media-query.ts';
import type { ListProps } from './dropdown-props.ts';
import { useCloseRequest } from './use-close-request.ts';

/** Instead of beside the box: at the bottom of what is in sight of the frame. */
const sheetPosition: CSSProperties = {
  position: 'fixed',
  inset: 'auto 0 var(--k-unseen-end, 0px) 0',
  inlineSize: '100%',
  transform: 'none',
};

/** Why Base UI closes a popup while the focus goes elsewhere. */
const leavingReasons: readonly string[] = ['outside-press', 'focus-out'];

/** The state of a dropdown's popup, and the focus of box and popup as one. */
export function usePopup({ onFocus, onBlur, isOpenAtFirst }: ListProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  // What Base UI does in the same tick as it opens must know.
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
      // It opened as the button went down; the host's page may move the box away before it is up.
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
