import { useEffect, useRef, useState } from 'react';
import { type MessageKey, useText } from '../../i18n/text.ts';
import { useRouter } from '../../routing/use-router.ts';
import type { Transaction } from '../../session/session-store.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './slow-notice.module.css';

/** A request that takes longer than this, in ms, worries the player. */
const slowMs = 10_000;

interface SlowNoticeProps {
  /** A request of the player is under way. */
  isWaiting: boolean;
  /** Tells what becomes of the money. */
  words: MessageKey;
  /** The flow whose methods it leads back to. */
  transaction?: Transaction;
}

/**
 * Tells, once a request has been unanswered for 10 s, that it is still being tried and what becomes
 * of the money, and leads back to the methods.
 */
export function SlowNotice({ isWaiting, words, transaction }: SlowNoticeProps) {
  const text = useText();
  const router = useRouter();
  const place = useRef<HTMLDivElement>(null);
  const isSlow = useIsSlow(isWaiting);
  useEffect(() => {
    if (isSlow) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isSlow]);
  return (
    <>
      {isSlow && (
        <div className={styles.place} ref={place}>
          <Notice tone="warn" glyph="clock">
            {text(words)}
          </Notice>
          <Button look="ghost" onClick={() => router.navigate({ to: router.rootOf(transaction) })}>
            {text('deposit.slow.back')}
          </Button>
        </div>
      )}
      <Announcement>{isSlow ? text(words) : ''}</Announcement>
    </>
  );
}

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}
