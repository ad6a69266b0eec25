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
  /** How long it stays (§8: 5000 ms); not at all limited where there is something to note down. */
  durationMs?: number | undefined;
  children: ReactNode;
}

/**
 * What went wrong, over the content, and read out once what is being read has ended. Its time stands
 * still while the player is at it with pointer or focus, and begins anew when they leave.
 */
export function Snackbar({ title, closeLabel, onClose, durationMs, children }: SnackbarProps) {
  // A screen reader speaks of what comes into a region that is already there.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = isHovered || hasFocus;
  const region = useRef<HTMLDivElement>(null);
  useClearFocus(region, isThere);

  // Whatever renders meanwhile, its time runs on.
  const handleTimeout = useEffectEvent(onClose);
  useEffect(() => {
    if (durationMs === undefined || isHeld) return;
    const timer = setTimeout(() => handleTimeout(), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs, isHeld]);

  return (
    <div className={styles.region} role="status" ref={region}>
      {isThere && (
        // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by it, only waited for
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

/** What has the focus comes out from below the snackbar, and stays clear of it (base.css). */
function useClearFocus(region: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    if (!isThere || region.current === null) return;
    const { bottom, height } = region.current.getBoundingClientRect();
    const root = document.documentElement;
    root.style.setProperty('--k-snackbar', `${height}px`);
    // A footer's button is in sight wherever the page is scrolled to.
    const focused = document.querySelector('main :focus');
    const place = focused?.getBoundingClientRect();
    if (place !== undefined && place.top < bottom && place.bottom > 0) {
      focused?.scrollIntoView({ block: 'nearest' });
    }
    return () => void root.style.removeProperty('--k-snackbar');
  }, [region, isThere]);
}
