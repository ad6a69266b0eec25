import { chargedSum, type PaymentMethod } from '@kassa/contract';
import { useEffect, useId, useRef } from 'react';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import type { OpenDeposit } from '../deposit-attempt.ts';
import { ContinueButton } from '../resume/continue-button.tsx';
import { useNextStep } from '../resume/use-next-step.ts';
import styles from './duplicate-question.module.css';

interface DuplicateQuestionProps {
  first: OpenDeposit;
  method: PaymentMethod;
  /** Submits the form again. Called in the click. */
  onAnother: () => void;
}

/** Asks whether the player continues an open deposit of the same amount or makes another. */
export function DuplicateQuestion({ first, method, onAnother }: DuplicateQuestionProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { depositId, amount, currency, createdAt, reference } = first;
  const next = useNextStep(depositId, method.linkSchemes);
  // The pressed button is gone: the keyboard and a screen reader go on with the question.
  useEffect(() => title.current?.focus(), []);

  return (
    <section className={styles.question} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId} ref={title} tabIndex={-1}>
        {text('deposit.duplicate.title')}
      </h2>
      <p className={styles.facts}>
        <span>{resolveName(method.text, locale.tag)}</span>
        <bdi>{money(chargedSum(method, amount, currency), currency)}</bdi>
        <time dateTime={createdAt}>{formatTime(createdAt, locale.format)}</time>
        <bdi>{reference}</bdi>
      </p>
      <div className={styles.actions}>
        <Button look="ghost" onClick={onAnother}>
          {text('deposit.duplicate.another')}
        </Button>
        {/* Last, where the form's button was: a double press never makes a second deposit. */}
        <ContinueButton
          deposit={{ depositId, currency, paymentMethod: method.name }}
          method={method}
          next={next}
          words="deposit.duplicate.continue"
        />
      </div>
    </section>
  );
}

/** Formats the time of today, and the date before it on another day. */
function formatTime(createdAt: string, locale: string): string {
  const at = new Date(createdAt);
  const isToday = at.toDateString() === new Date().toDateString();
  const date = isToday ? undefined : 'medium';
  return new Intl.DateTimeFormat(locale, { dateStyle: date, timeStyle: 'short' }).format(at);
}
