import type { RefObject } from 'react';
import { type MessageKey, useText } from '../../i18n/text.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { CaptchaErrorKind } from './captcha-error.ts';
import styles from './captcha-status.module.css';
import type { CaptchaView } from './captcha-view.ts';

const words: Record<CaptchaErrorKind, MessageKey> = {
  closed: 'deposit.captcha.closedTitle',
  expired: 'deposit.captcha.expired',
  scriptFailed: 'deposit.captcha.scriptFailed',
  network: 'deposit.captcha.network',
  unknown: 'deposit.captcha.unknown',
};

interface CaptchaStatusProps {
  view: CaptchaView;
  /** The element for the provider's widget. */
  place: RefObject<HTMLDivElement | null>;
  /** Tries again. Where it is missing, the form shows the failure. */
  onRetry?: (() => void) | undefined;
}

/** The status of a captcha, in a line that keeps its place. */
export function CaptchaStatus({ view, place, onRetry }: CaptchaStatusProps) {
  return (
    <div className={styles.captcha} data-state={view.kind}>
      {/* The region always exists: screen readers read changes only in an existing region. */}
      <div role="status" className={styles.words}>
        <StatusLine view={view} onRetry={onRetry} />
      </div>
      <div ref={place} className={styles.place} />
      {view.kind === 'asking' && <CancelButton onClick={view.cancel} />}
    </div>
  );
}

function StatusLine({ view, onRetry }: Pick<CaptchaStatusProps, 'view' | 'onRetry'>) {
  const text = useText();
  switch (view.kind) {
    case 'idle':
      return null;
    case 'checking':
      return (
        <p className={styles.line}>
          <span className={styles.busy} aria-hidden="true" />
          {text('captcha.checking')}
        </p>
      );
    case 'asking':
      return <p className={styles.line}>{text('captcha.asking')}</p>;
    case 'solved':
      return (
        <p className={styles.solved}>
          <Glyph name="shield" size={20} />
          {text('captcha.solved')}
        </p>
      );
    case 'failed':
      return onRetry === undefined ? null : (
        <Notice tone="warn">
          <p>{text(words[view.why])}</p>
          <button type="button" className={styles.retry} onClick={onRetry}>
            {text('error.retry')}
          </button>
        </Notice>
      );
  }
}

function CancelButton({ onClick }: { onClick: () => void }) {
  const text = useText();
  return (
    <Button look="ghost" onClick={onClick}>
      {text('captcha.cancel')}
    </Button>
  );
}
