import { type Claim, type ClaimStatus, mostProofs } from '@kassa/contract';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { SupportLink } from '../../../features/support/support-link.tsx';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import cards from '../../../ui/card.module.css';
import { Glyph, type GlyphName } from '../../../ui/glyph.tsx';
import styles from './claim-card.module.css';
import { describeDue } from './describe-due.ts';

type Tone = 'warn' | 'ok' | 'danger';

const looks: Record<ClaimStatus, { tone: Tone; glyph: GlyphName }> = {
  open: { tone: 'warn', glyph: 'clock' },
  moreNeeded: { tone: 'warn', glyph: 'warning' },
  credited: { tone: 'ok', glyph: 'check' },
  refused: { tone: 'danger', glyph: 'close' },
};

interface ClaimCardProps {
  claim: Claim;
  /** How far the device's clock is ahead of the server's, in ms. */
  clockAheadMs: number | null;
  titleRef?: Ref<HTMLHeadingElement>;
  /** The next action. */
  children?: ReactNode;
}

/** The state of a claim and what happens next, announced at every change. */
export function ClaimCard(props: ClaimCardProps) {
  const { claim, titleRef, children } = props;
  const text = useText();
  const { status, message, proofs } = claim;
  const { tone, glyph } = looks[status];
  return (
    <section className={`${cards.card} ${styles.card}`} data-tone={tone}>
      <span className={styles.picture}>
        <Glyph name={glyph} size={20} />
      </span>
      <div className={styles.words}>
        <div role="status" className={styles.state}>
          <h2 className={styles.title} ref={titleRef} tabIndex={-1}>
            {text(`claim.${status}.title`)}
          </h2>
          {status === 'open' && <Due {...props} />}
          {status !== 'open' && message !== undefined && (
            <blockquote className={styles.message} dir="auto">
              {message}
            </blockquote>
          )}
          {status === 'moreNeeded' && message === undefined && (
            <p className={styles.note}>{text('claim.moreNeeded.text')}</p>
          )}
          {status === 'refused' && (
            <p className={styles.note}>
              {text('claim.refused.text')} <SupportLink />
            </p>
          )}
        </div>
        {status !== 'credited' && (
          <p className={styles.note}>
            {text('claim.proofs.sent', { count: proofs })}
            {proofs >= mostProofs && ` ${text('claim.proofs.most')}`}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

/** The time of the operator's answer; a promise that was broken is not repeated. */
function Due({ claim: { dueAt }, clockAheadMs }: ClaimCardProps) {
  const text = useText();
  const { locale } = useSession();
  const nowMs = useMinutes() - (clockAheadMs ?? 0);
  const { time, left, isOver } = describeDue(dueAt, nowMs, locale.format);
  if (isOver) return <p className={styles.note}>{text('claim.open.late', { time })}</p>;
  return (
    <>
      <p>
        <time dateTime={dueAt}>{text('claim.open.due', { time, left })}</time>
      </p>
      <p className={styles.note}>{text('claim.open.next')}</p>
    </>
  );
}

/** Returns the device's time in ms since 1970, renewed each minute. */
function useMinutes(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
