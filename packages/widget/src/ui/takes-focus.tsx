import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the focus of the button that it replaces, for players who use a keyboard. */
export function TakesFocus({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) place.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, []);
  return <div ref={place}>{children}</div>;
}
