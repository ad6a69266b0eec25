import { toLatinDigits } from '@kassa/contract';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { keepLeftToRight } from '../../../i18n/keep-left-to-right.ts';
import { type Text, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import cards from '../../../ui/card.module.css';
import { TextBox } from '../../../ui/text-box.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import type { SentCode } from '../kept-withdrawal.ts';
import styles from './code-section.module.css';
import { codeLimited, codeNotSent } from './use-confirmation.ts';

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
  if (failure.code === codeLimited) return text('common.errors.rate.limited');
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
  const [earlier] = useState(sentCode);
  const limitMs = readLimit(failure) ?? 0;
  return (
    <section className={`${cards.card} ${styles.section}`}>
      <p className={styles.words} role="status">
        {sentCode === null ? describeUnsent() : describeSent(sentCode)}
      </p>
      {sentCode === null ? (
        <Wait key={limitMs} untilMs={limitMs} />
      ) : (
        <CodeInput
          key={sentCode.nextAt}
          {...props}
          sentCode={sentCode}
          takesFocus={sentCode !== earlier}
        />
      )}
    </section>
  );

  function describeUnsent(): string {
    // The server may ask for a code only at the creation: none was sent.
    const isFirst = failure === null || !isOfCode(failure) || failure.code === 'code.required';
    return isFirst ? text('withdrawal.code.why') : describeCodeFailure(failure, text);
  }

  function describeSent({ sentTo }: SentCode): string {
    return sentTo === null
      ? text('withdrawal.code.sent')
      : text('withdrawal.code.sentTo', { destination: keepLeftToRight(sentTo, locale) });
  }
}

interface CodeInputProps extends CodeSectionProps {
  sentCode: SentCode;
  /** The code was sent here: the button that asked for it has done its work. */
  takesFocus: boolean;
}

function CodeInput(props: CodeInputProps) {
  const { ref, formId, sentCode, takesFocus, code, isMissing, failure, isBusy, onCode } = props;
  const text = useText();
  const id = useId();
  const refusal = failure !== null && isOfCode(failure) ? describeCodeFailure(failure, text) : null;
  const error = isMissing ? text('withdrawal.code.missing') : refusal;
  const nextAtMs = readLimit(failure) ?? sentCode.nextAt;
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, `button[form="${formId}"]`);
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [id, takesFocus]);
  return (
    <div className={styles.input} ref={place}>
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
      <Wait key={nextAtMs} untilMs={nextAtMs}>
        <button
          type="button"
          className={styles.again}
          disabled={isBusy}
          onClick={props.onSendAgain}
        >
          {text('withdrawal.code.again')}
        </button>
      </Wait>
    </div>
  );
}

/** Reads the digits of a code, also those of another script. */
function readDigits(typed: string): string {
  return toLatinDigits(typed).replace(/\D/g, '').slice(0, codeLength);
}

/** Returns the time from which another code can be sent, where the last request was refused. */
function readLimit(failure: Failure | null): number | null {
  return failure?.code === codeLimited ? Number(failure.params.nextAt) : null;
}

/** The time until another code can be sent, and then what follows. */
function Wait({ untilMs, children }: { untilMs: number; children?: ReactNode }) {
  const text = useText();
  const [isOver, setIsOver] = useState(untilMs <= Date.now());
  if (isOver) return children;
  return (
    <p className={styles.wait}>
      {text('withdrawal.code.againIn')}{' '}
      <Countdown deadlineMs={untilMs} onExpire={() => setIsOver(true)} />
    </p>
  );
}
