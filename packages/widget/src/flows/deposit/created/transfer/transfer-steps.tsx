import type { PaymentMethod } from '@kassa/contract';
import type { ReactNode } from 'react';
import { describeArrival } from '../../../../features/arrival/describe-arrival.ts';
import type { Taken } from '../../../../features/copy/used-context.ts';
import { type MessageKey, useText } from '../../../../i18n/text.ts';
import announcement from '../../../../ui/announcement.module.css';
import cards from '../../../../ui/card.module.css';
import { Glyph } from '../../../../ui/glyph.tsx';
import styles from './transfer.module.css';

/** How a payment by a transfer is spoken of. */
export interface TransferWords {
  /** What the player does first. */
  first: MessageKey;
  /** The app was opened. */
  opened: MessageKey;
  /** The payment in the app. */
  pay: MessageKey;
}

interface TransferStepsProps {
  words: TransferWords;
  method: PaymentMethod | undefined;
  taken: Taken | null;
  /** The player says that they have paid. */
  isClaimed: boolean;
  /** The server knows of the money. */
  isSeen: boolean;
}

/** The steps of a transfer, which tick themselves by what happens. */
export function TransferSteps(props: TransferStepsProps) {
  const { words, method, taken, isClaimed, isSeen } = props;
  const text = useText();
  const hasPaid = isClaimed || isSeen;
  const done = [taken !== null || hasPaid, hasPaid, isSeen];
  const arrival = describeArrival(method?.usualMinutes, 'method.arrives', method);
  const doneKey: Record<Taken, MessageKey> = {
    copied: 'copy.done',
    opened: words.opened,
    kept: 'transfer.ready',
  };
  const stateOf = (at: number) => (done[at] ? 'done' : done.indexOf(false) === at ? 'now' : 'next');
  return (
    <ol className={`${cards.card} ${styles.steps}`} aria-label={text('payment.steps')}>
      <Step number={1} state={stateOf(0)} next={text(words.first)}>
        {text(doneKey[taken ?? 'kept'])}
      </Step>
      <Step number={2} state={stateOf(1)}>
        {text(words.pay)}
      </Step>
      <Step
        number={3}
        state={stateOf(2)}
        note={arrival === null ? undefined : text(arrival.key, arrival.params)}
      >
        {text('transfer.seen')}
      </Step>
    </ol>
  );
}

interface StepProps {
  number: number;
  state: 'done' | 'now' | 'next';
  note?: string | undefined;
  /** The words before it is done, where they differ. */
  next?: string;
  children: string;
}

function Step({ number, state, note, next, children }: StepProps) {
  const text = useText();
  const isDone = state === 'done';
  return (
    <li
      className={styles.step}
      data-state={state}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <Glyph name="check" size={14} /> : number}
      </span>
      <span className={styles.words}>
        {/* Both texts have the same place: nothing moves as the step is ticked. */}
        {next !== undefined && <Words isShown={!isDone}>{next}</Words>}
        <Words isShown={next === undefined || isDone}>{children}</Words>
        {note !== undefined && <small className={styles.arrival}>{note}</small>}
      </span>
      {isDone && (
        <>
          {' '}
          <span className={announcement.announcement}>{text('transfer.done')}</span>
        </>
      )}
    </li>
  );
}

function Words({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <span className={styles.word} data-hidden={!isShown || undefined}>
      {children}
    </span>
  );
}
