import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Glyph } from './glyph.tsx';
import styles from './snackbar.module.css';

interface SnackbarProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /**
   * The time in ms that it stays (§8: 5000). Undefined where there is something to note down: it
   * stays until it is closed.
   */
  durationMs?: number | undefined;
  children: ReactNode;
}

/**
 * A failure, shown over the content and announced politely. Its time stands still while the pointer
 * or the focus is on it, and starts again when they leave.
 */
export function Snackbar({ title, closeLabel, onClose, durationMs, children }: SnackbarProps) {
  // A screen reader announces content only in a region that exists already.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = isHovered || hasFocus;
  const region = useRef<HTMLDivElement>(null);
  useClearFocus(region, isThere);

  // A new render doesn't restart the time.
  const handleTimeout = useEffectEvent(onClose);
  useEffect(() => {
    if (durationMs === undefined || isHeld) return;
    const timer = setTimeout(() => handleTimeout(), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs, isHeld]);

  return (
    <div className={styles.region} role="status" ref={region}>
      {isThere && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer
        <div
          className={styles.snackbar}
          onPointerEnter={() => setIsHovered(true)}
          onPointerLeave={() => setIsHovered(false)}
          onFocus={() => setHasFocus(true)}
          onBlur={({ currentTarget, relatedTarget }) =>
            setHasFocus(currentTarget.contains(relatedTarget))
          }
        >
          <Glyph name="warning" className={styles.glyph} />
          <div className={styles.words}>
            <b className={styles.title}>{title}</b>
            {children}
          </div>
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <Glyph name="close" size={20} />
          </button>
        </div>
      )}
    </div>
  );
}

/** Scrolls a focused element out from below the snackbar, and keeps it clear of it (base.css). */
function useClearFocus(region: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    if (!isThere || region.current === null) return;
    const { bottom, height } = region.current.getBoundingClientRect();
    const root = document.documentElement;
    root.style.setProperty('--k-snackbar', `${height}px`);
    // A footer's button is visible at any scroll position.
    const focused = document.querySelector('main :focus');
    const place = focused?.getBoundingClientRect();
    if (place !== undefined && place.top < bottom && place.bottom > 0) {
      focused?.scrollIntoView({ block: 'nearest' });
    }
    return () => void root.style.removeProperty('--k-snackbar');
  }, [region, isThere]);
}
