import { useEffect, useState } from 'react';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import styles from './payment-tips.module.css';

const tips: readonly MessageKey[] = [
  'p2p.tip.copy',
  'p2p.tip.exact',
  'p2p.tip.recipient',
  'p2p.tip.receipt',
];

/** §9: the first tip comes after this time in ms, and each further one after the next. */
const delayMs = 3000;
const turnMs = 6000;

/**
 * Tips beside the payment details, one at a time (§9). They stop while the page is hidden, and by a
 * button. All of them are a plain list for a screen reader, which isn't told of each turn, and where
 * the player wants no motion.
 */
export function PaymentTips() {
  const text = useText();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [isPaused, setIsPaused] = useState(false);
  const shown = useTurns(isStill || isPaused);
  const isTurning = !isStill;
  return (
    <section
      className={styles.tips}
      aria-label={text('p2p.tips.label')}
      data-waiting={(isTurning && shown === null) || undefined}
    >
      <Glyph name="info" size={20} className={styles.glyph} />
      <ul className={styles.list} data-turning={isTurning || undefined}>
        {tips.map((key, at) => (
          <li key={key} className={styles.tip} data-shown={at === shown || undefined}>
            {text(key)}
          </li>
        ))}
      </ul>
      {isTurning && (
        <button
          type="button"
          className={styles.pause}
          aria-label={text(isPaused ? 'p2p.tips.resume' : 'p2p.tips.pause')}
          onClick={() => setIsPaused(!isPaused)}
        >
          <PauseGlyph isPaused={isPaused} />
        </button>
      )}
    </section>
  );
}

/** Returns the number of the tip that shows; null before the first. */
function useTurns(isStopped: boolean): number | null {
  const [shown, setShown] = useState<number | null>(null);
  const isVisible = useIsPageVisible();
  useEffect(() => {
    if (isStopped || !isVisible) return;
    const next = () => setShown(shown === null ? 0 : (shown + 1) % tips.length);
    const timer = setTimeout(next, shown === null ? delayMs : turnMs);
    return () => clearTimeout(timer);
  }, [shown, isStopped, isVisible]);
  return shown;
}

function useIsPageVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const handleChange = () => setIsVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', handleChange);
    return () => document.removeEventListener('visibilitychange', handleChange);
  }, []);
  return isVisible;
}

function PauseGlyph({ isPaused }: { isPaused: boolean }) {
  if (isPaused) return <Glyph name="play" size={18} />;
  return (
    <svg
      width="1.125em"
      height="1.125em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M9 6v12M15 6v12" />
    </svg>
  );
}
