import { toLatinDigits } from '@kassa/contract';
import { type Ref, useEffect, useId, useState } from 'react';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { keepLeftToRight } from '../../../i18n/keep-left-to-right.ts';
import { type Text, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import cards from '../../../ui/card.module.css';
import { TextBox } from '../../../ui/text-box.tsx';
import type { SentCode } from '../kept-withdrawal.ts';
import styles from './code-section.module.css';
import { codeNotSent } from './use-confirmation.ts';

const codeLength = 6;

/** Returns whether a code can be sent. */
export function isCodeComplete(code: string): boolean {
  return code.length === codeLength;
}

/** Returns whether a failure is about the code. */
export function isOfCode({ code }: Failure): boolean {
  return code.startsWith('code.');
}

function describeCodeFailure(failure: Failure, text: Text): string {
  if (failure.code === codeNotSent) return text('withdrawal.code.notSent');
  return describeFailure(failure, text);
}

interface CodeSectionProps {
  ref: Ref<HTMLInputElement>;
  formId: string;
  /** Null before one was sent. */
  sentCode: SentCode | null;
  code: string;
  /** The player pressed the button without it. */
  isMissing: boolean;
  failure: Failure | null;
  isBusy: boolean;
  onCode: (code: string) => void;
  onSendAgain: () => void;
}

/** The code by which the player confirms: where it was sent, its input, and another code. */
export function CodeSection(props: CodeSectionProps) {
  const { sentCode, failure } = props;
  const text = useText();
  const { locale } = useSession();
  return (
    <section className={`${cards.card} ${styles.section}`}>
      <p className={styles.words} role="status">
        {sentCode === null && failure !== null && isOfCode(failure)
          ? describeCodeFailure(failure, text)
          : describeSent()}
      </p>
      {sentCode !== null && <CodeInput key={sentCode.nextAt} {...props} sentCode={sentCode} />}
    </section>
  );

  function describeSent(): string {
    if (sentCode === null) return text('withdrawal.code.why');
    const { sentTo } = sentCode;
    return sentTo === null
      ? text('withdrawal.code.sent')
      : text('withdrawal.code.sentTo', { destination: keepLeftToRight(sentTo, locale) });
  }
}

function CodeInput(props: CodeSectionProps & { sentCode: SentCode }) {
  const { ref, formId, sentCode, code, isMissing, failure, isBusy, onCode, onSendAgain } = props;
  const text = useText();
  const id = useId();
  const refusal = failure !== null && isOfCode(failure) ? describeCodeFailure(failure, text) : null;
  const error = isMissing ? text('withdrawal.code.missing') : refusal;
  // The button that asked for the code has done its work.
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {text('withdrawal.code.label')}
      </label>
      <TextBox
        ref={ref}
        id={id}
        form={formId}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        value={code}
        isInvalid={error !== null}
        readOnly={isBusy}
        aria-describedby={`${id}-note`}
        onChange={(event) => onCode(readDigits(event.currentTarget.value))}
      />
      <p className={styles.error} id={`${id}-note`} role="status">
        {error}
      </p>
      <SendAgain nextAtMs={sentCode.nextAt} isBusy={isBusy} onSend={onSendAgain} />
    </>
  );
}

/** Reads the digits of a code, also those of another script. */
function readDigits(typed: string): string {
  return toLatinDigits(typed).replace(/\D/g, '').slice(0, codeLength);
}

interface SendAgainProps {
  nextAtMs: number;
  isBusy: boolean;
  onSend: () => void;
}

function SendAgain({ nextAtMs, isBusy, onSend }: SendAgainProps) {
  const text = useText();
  const [isOver, setIsOver] = useState(nextAtMs <= Date.now());
  if (!isOver) {
    return (
      <p className={styles.wait}>
        {text('withdrawal.code.againIn')}{' '}
        <Countdown deadlineMs={nextAtMs} onExpire={() => setIsOver(true)} />
      </p>
    );
  }
  return (
    <button type="button" className={styles.again} disabled={isBusy} onClick={onSend}>
      {text('withdrawal.code.again')}
    </button>
  );
}
