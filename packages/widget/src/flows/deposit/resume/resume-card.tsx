import type { DepositSummary, PaymentMethod } from '@kassa/contract';
import { useId, useState } from 'react';
import { describeFailure } from '../../../features/failure/failure.ts';
import { type MessageKey, resolveName, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import cards from '../../../ui/card.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { ClaimLine } from '../claim/claim-line.tsx';
import { useShownAmount } from '../use-shown-amount.ts';
import { CancelDeposit } from './cancel-deposit.tsx';
import { ContinueButton } from './continue-button.tsx';
import styles from './resume-card.module.css';
import { TimeLeft } from './time-left.tsx';
import { useNextStep } from './use-next-step.ts';

interface ResumeCardProps {
  deposit: DepositSummary;
  /** Undefined where the method isn't offered here any more. */
  method: PaymentMethod | undefined;
  /** The deposit is over; `words` tell why. */
  onEnd: (words: MessageKey) => void;
  /** The deposit's time is up. */
  onExpire: () => void;
}

/** An unfinished deposit: its details, the time left, and the buttons to continue or cancel it. */
export function ResumeCard({ deposit, method, onEnd, onExpire }: ResumeCardProps) {
  const text = useText();
  const describeAmount = useShownAmount();
  const { locale } = useSession();
  const titleId = useId();
  const next = useNextStep(deposit.depositId, method);
  const [isCanceling, setIsCanceling] = useState(false);
  const name = method === undefined ? text('deposit.title') : resolveName(method.text, locale.tag);
  const isAsking = next.kind === 'fields';
  const isStuck = isAsking && method === undefined;
  // Before the player has reported a payment they continue it.
  const hasClaim = deposit.claim !== undefined || (deposit.isReported && deposit.canClaim);

  return (
    <article className={`${cards.card} ${styles.card}`} aria-labelledby={titleId} tabIndex={-1}>
      <div className={styles.head}>
        <Icon id={method?.iconIds[0]} name={method?.text.en ?? name} size="large" />
        <h3 className={styles.title} id={titleId}>
          <span>{name}</span> <span>{describeAmount(deposit, method)}</span>
        </h3>
        <p className={styles.facts}>
          <bdi>{deposit.reference}</bdi>
          <TimeLeft deadlineMs={Date.parse(deposit.expiresAt)} onExpire={onExpire}>
            {text('resume.timeLeft')}
          </TimeLeft>
        </p>
      </div>
      {isAsking && (
        <p className={styles.note}>{text(isStuck ? 'resume.notOffered' : 'resume.details')}</p>
      )}
      {next.kind === 'failed' && (
        <p className={styles.error} role="status">
          {describeFailure(next.failure, text, 'common.errors.server.error')}
        </p>
      )}
      <div className={styles.actions} data-canceling={isCanceling || undefined}>
        {!isCanceling && !isStuck && (
          <ContinueButton deposit={deposit} method={method} next={next} />
        )}
        <CancelDeposit
          deposit={deposit}
          isAsking={isCanceling}
          onAsk={setIsCanceling}
          onEnd={onEnd}
        />
      </div>
      {hasClaim && (
        <div className={styles.claim}>
          <ClaimLine deposit={deposit} />
        </div>
      )}
    </article>
  );
}
