import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type DepositState, isWaiting } from '../deposit.machine.ts';
import { SlowNotice } from '../slow-notice.tsx';
import styles from './deposit-form.module.css';
import type { FormKind } from './form-kind.ts';

/**
 * The captcha's place. It scrolls into sight when the player has to act, however long the form is.
 */
export function CaptchaPlace({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!isNeeded || element === null) return;
    // The element grows as the provider's widget loads.
    const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNeeded]);
  return (
    <div className={styles.captcha} ref={place}>
      {children}
    </div>
  );
}

/** The status after a press, and the link once the player has to follow it. */
export function FormNote({ state, kind }: { state: DepositState; kind: FormKind }) {
  const text = useText();
  const why = state.kind === 'offeringLink' ? state.why : null;
  const place = useRef<HTMLDivElement>(null);
  // The form above it may be long.
  useEffect(() => {
    if (why !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [why]);
  return (
    <>
      <div className={styles.live} role="status" ref={place}>
        {why === 'blocked' && <Notice tone="warn">{text('deposit.blocked.text')}</Notice>}
        {why === 'later' && <Notice>{text(kind.link?.note ?? 'deposit.continue.text')}</Notice>}
      </div>
      <SlowNotice isWaiting={isWaiting(state)} words="deposit.slow.text" />
      {why === null && (
        <p className={styles.assurance}>
          <Glyph name="shield" size={18} className={styles.glyph} />
          {text(kind.note)}
        </p>
      )}
    </>
  );
}
