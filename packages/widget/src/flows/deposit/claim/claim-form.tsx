import type { Claim, DepositSummary } from '@kassa/contract';
import { useEffect, useRef } from 'react';
import { Reference } from '../../../features/copy/reference.tsx';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { useText } from '../../../i18n/text.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SlowNotice } from '../slow-notice.tsx';
import { ClaimCard } from './claim-card.tsx';
import styles from './claim-form.module.css';
import { ClaimedSum } from './claimed-sum.tsx';
import { CommentField } from './comment-field.tsx';
import { ProofField } from './proof-field.tsx';
import { useClaimForm } from './use-claim-form.ts';

interface ClaimFormProps {
  deposit: DepositSummary;
  /** The open claim, which gets another proof. */
  claim: Claim | undefined;
  clockAheadMs: number | null;
  onSent: () => void;
}

/** The form for a proof of payment: the first one opens a claim. */
export function ClaimForm({ deposit, claim, clockAheadMs, onSent }: ClaimFormProps) {
  const text = useText();
  const form = useClaimForm(deposit, onSent);
  const fileInput = useRef<HTMLInputElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const { choice, sending, comment } = form;
  const isSending = sending.kind === 'sending';
  const handleSend = () => {
    if (!form.send()) fileInput.current?.focus();
  };
  const handleCancel = () => {
    form.cancel();
    // The pressed button goes away.
    sendButton.current?.focus();
  };
  return (
    <Screen
      layout="form"
      isBusy={isSending}
      footer={
        <>
          {isSending && <Progress />}
          <Button
            ref={sendButton}
            isBusy={isSending || choice.kind === 'reading'}
            onClick={handleSend}
          >
            {text(sending.kind === 'failed' ? 'error.retry' : 'claim.submit')}
          </Button>
          {isSending && (
            <Button look="ghost" onClick={handleCancel}>
              {text('claim.cancel')}
            </Button>
          )}
        </>
      }
    >
      {claim?.status === 'moreNeeded' ? (
        <ClaimCard claim={claim} clockAheadMs={clockAheadMs} />
      ) : (
        <p>{text('claim.intro')}</p>
      )}
      <ClaimedSum deposit={deposit} />
      <WhatToSend />
      <ProofField
        choice={choice}
        isLocked={isSending}
        inputRef={fileInput}
        onChoose={(file) => void form.choose(file)}
        onRemove={() => {
          form.remove();
          fileInput.current?.focus();
        }}
      />
      <CommentField comment={comment} isLocked={isSending} onChange={form.changeComment} />
      {sending.kind === 'failed' && <Unsent failure={sending.failure} />}
      <SlowNotice isWaiting={isSending} words="claim.slow" />
      <Announcement>{isSending ? text('claim.sending') : ''}</Announcement>
    </Screen>
  );
}

function WhatToSend() {
  const text = useText();
  return (
    <section className={styles.guide}>
      <h2 className={styles.title}>{text('claim.send.title')}</h2>
      <ul className={styles.list}>
        <li>{text('claim.send.kind')}</li>
        <li>{text('claim.send.facts')}</li>
        <li>{text('claim.send.number')}</li>
      </ul>
    </section>
  );
}

/** The upload runs: browsers don't tell how far it is. */
function Progress() {
  const text = useText();
  return (
    <div className={styles.progress}>
      <span className={styles.words}>{text('claim.sending')}</span>
      <span className={styles.bar} role="progressbar" aria-label={text('claim.sending')} />
    </div>
  );
}

/** Tells why the proof wasn't sent, and that nothing is lost. */
function Unsent({ failure }: { failure: Failure }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div role="alert" className={styles.unsent} ref={place}>
      <Notice tone="warn">
        <p>{describeFailure(failure, text, 'common.errors.server.error')}</p>
        <p>{text('claim.unsent')}</p>
        {failure.reference !== undefined && <Reference reference={failure.reference} />}
      </Notice>
    </div>
  );
}
