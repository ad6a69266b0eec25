import type { SavedDetails } from '@kassa/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatsOf } from '../../i18n/formats.ts';
import { keepLeftToRight } from '../../i18n/keep-left-to-right.ts';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { TransportError } from '../../transport/transport-error.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { describeFailure, type Failure, toFailure } from '../failure/failure.ts';
import styles from './saved-details.module.css';

interface ChoiceProps {
  /** The name of the group of radio buttons. */
  group: string;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

/** One of the choices, as a radio button. */
export function DetailsChoice({
  group,
  value,
  isChosen,
  isDisabled,
  onChoose,
  children,
}: ChoiceProps & { value: string; children: ReactNode }) {
  return (
    <label className={styles.choice}>
      <input
        className={styles.radio}
        type="radio"
        name={group}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
      />
      <span className={styles.mark} aria-hidden="true" />
      <span className={styles.words}>{children}</span>
    </label>
  );
}

interface SavedDetailsRowProps extends ChoiceProps {
  details: SavedDetails;
  /** The server has deleted them. */
  onRemoved: () => void;
}

/** Saved details as a radio button, with a button that removes them after a question. */
export function SavedDetailsRow({ details, onRemoved, ...choice }: SavedDetailsRowProps) {
  const text = useText();
  const { locale } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const { detailsId, masked, holder, lastUsedAt, isRemovable } = details;
  const removeButton = useRef<HTMLButtonElement>(null);
  const { DateTimeFormat } = formatsOf(locale.format);
  const format = new DateTimeFormat(locale.format, { dateStyle: 'medium' });
  return (
    <div className={styles.row} data-asking={isAsking || undefined}>
      <DetailsChoice {...choice} value={detailsId}>
        <bdi className={styles.name} dir="ltr">
          {masked}
        </bdi>
        {holder !== undefined && (
          <bdi className={styles.holder} dir="auto">
            {holder}
          </bdi>
        )}
        <small className={styles.note}>
          {text('saved.lastUsed', { date: format.format(lastUsedAt) })}
        </small>
      </DetailsChoice>
      {isRemovable && (
        <button
          type="button"
          ref={removeButton}
          className={styles.remove}
          aria-label={text('saved.remove', { details: keepLeftToRight(masked, locale) })}
          aria-expanded={isAsking}
          disabled={choice.isDisabled}
          onClick={() => setIsAsking(!isAsking)}
        >
          <Glyph name="close" size={18} />
        </button>
      )}
      {isAsking && (
        <RemovalQuestion
          details={details}
          onRemoved={onRemoved}
          onKeep={() => {
            setIsAsking(false);
            removeButton.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface RemovalQuestionProps {
  details: SavedDetails;
  onRemoved: () => void;
  onKeep: () => void;
}

function RemovalQuestion({ details, onRemoved, onKeep }: RemovalQuestionProps) {
  const text = useText();
  const { transport } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const question = useRef<HTMLParagraphElement>(null);
  // A screen reader goes on with the question.
  useEffect(() => question.current?.focus(), []);

  async function handleRemove() {
    setIsBusy(true);
    setFailure(null);
    try {
      await transport.call('saved-details-remove', { detailsId: details.detailsId });
      onRemoved();
    } catch (error) {
      if (isGone(error)) return onRemoved();
      setFailure(toFailure(error));
      setIsBusy(false);
    }
  }

  return (
    <div className={styles.question}>
      <p className={styles.words} ref={question} tabIndex={-1}>
        {text('saved.question')}
      </p>
      {failure !== null && (
        <p className={styles.error} role="status">
          {describeFailure(failure, text, 'common.errors.server.error')}
        </p>
      )}
      <div className={styles.actions}>
        <Button look="ghost" onClick={onKeep}>
          {text('resume.cancel.keep')}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={handleRemove}>
          {text('claim.proof.remove')}
        </Button>
      </div>
    </div>
  );
}

/** Returns whether the details were removed before, on another device. */
function isGone(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'details.notFound';
}
