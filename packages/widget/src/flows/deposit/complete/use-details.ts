import { useEffect, useId, useRef, useState } from 'react';

/** Details that wait behind a button, which brings them into view. */
export function useDetails(isOpenAtFirst: boolean) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isOpen && isPressed.current) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const toggle = () => {
    isPressed.current = true;
    setIsOpen(!isOpen);
  };
  return { isOpen, id, ref, toggle };
}

export type DetailsSwitch = Pick<ReturnType<typeof useDetails>, 'isOpen' | 'id' | 'toggle'>;
