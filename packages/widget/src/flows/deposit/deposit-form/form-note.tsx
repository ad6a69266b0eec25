import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { DepositState } from '../deposit.machine.ts';
import styles from './deposit-form.module.css';
import type { FormKind } from './form-kind.ts';

/** Comes into sight while the player has to solve something, however long the form above it is. */
export function CaptchaPlace({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!isNeeded || element === null) return;
    // It grows as the provider's part comes.
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

/** What comes of a press, in a line; how to go on, once that is the player's to do. */
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
      {why === null && (
        <p className={styles.assurance}>
          <Glyph name="shield" size={18} className={styles.glyph} />
          {text(kind.note)}
        </p>
      )}
    </>
  );
}
