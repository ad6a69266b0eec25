import { chargedSum, type PaymentMethod } from '@kassa/contract';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useTimeFormat } from '../../../session/use-time-format.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import type { OpenDeposit } from '../deposit-attempt.ts';
import { ContinueButton } from '../resume/continue-button.tsx';
import { useNextStep } from '../resume/use-next-step.ts';
import styles from './duplicate-question.module.css';

interface DuplicateQuestionProps {
  first: OpenDeposit;
  method: PaymentMethod;
  /** Submits the form again. Called in the click. */
  onAnother: () => void;
  /** The player went back: the form shows its button again. */
  onLeave: () => void;
}

/** Asks whether the player continues an open deposit of the same amount or makes another. */
export function DuplicateQuestion({ first, method, onAnother, onLeave }: DuplicateQuestionProps) {
  const text = useText();
  const money = useMoney();
  const router = useRouter();
  const { locale } = useSession();
  const formatTime = useTimeFormat();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const { depositId, amount, currency, createdAt, reference } = first;
  const next = useNextStep(depositId, method);
  // The pressed button is gone: the keyboard and a screen reader go on with the question.
  useEffect(() => title.current?.focus(), []);
  useFocusHandover(section, 'h1');
  const leave = useEffectEvent(onLeave);
  useEffect(() => router.openLayer(leave), [router]);

  return (
    <section className={styles.question} ref={section} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId} ref={title} tabIndex={-1}>
        {text('deposit.duplicate.title')}
      </h2>
      <p className={styles.words}>
        {text('deposit.duplicate.text', {
          amount: money(chargedSum(method, amount, currency), currency),
          method: resolveName(method.text, locale.tag),
        })}
      </p>
      <p className={styles.facts}>
        <time dateTime={createdAt}>{formatTime(Date.parse(createdAt))}</time>
        <span>
          {text('reference.label')} <bdi dir="ltr">{reference}</bdi>
        </span>
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
