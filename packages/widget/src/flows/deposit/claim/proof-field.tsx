import { mostProofBytes, proofTypes } from '@kassa/contract';
import { type DragEvent, type Ref, useEffect, useEffectEvent, useId, useState } from 'react';
import { formatsOf } from '../../../i18n/formats.ts';
import { type Text, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ProofChoice } from './claim.machine.ts';
import type { Proof } from './prepare-proof.ts';
import styles from './proof-field.module.css';

interface ProofFieldProps {
  choice: ProofChoice;
  /** The file is being sent. */
  isLocked: boolean;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** The size limit of {@link mostProofBytes} in MB. */
const megabytes = mostProofBytes / 1024 / 1024;

/** Some systems know HEIC by the file's name alone. */
const accepted = [...proofTypes, '.heic', '.heif'].join(',');

/**
 * The file of a proof: chosen with the camera or from the files, dropped or pasted. One real file
 * input stays in place, so that the keyboard and screen readers find it in every state.
 */
export function ProofField(props: ProofFieldProps) {
  const { choice, isLocked, inputRef, onChoose, onRemove } = props;
  const text = useText();
  const id = useId();
  const noteId = `${id}-note`;
  const { isOver, ...drop } = useDrop(isLocked, onChoose);
  usePaste(isLocked, onChoose);
  const isRefused = choice.kind === 'refused';
  return (
    <div className={styles.field} {...drop}>
      <label className={styles.label} htmlFor={id}>
        {text('claim.proof.label')}
      </label>
      <input
        className={styles.input}
        id={id}
        ref={inputRef}
        type="file"
        accept={accepted}
        disabled={isLocked}
        aria-describedby={noteId}
        aria-invalid={isRefused || undefined}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onChoose(file);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      {choice.kind === 'chosen' ? (
        <ChosenProof proof={choice.proof} inputId={id} isLocked={isLocked} onRemove={onRemove} />
      ) : (
        <label
          className={styles.drop}
          htmlFor={id}
          data-over={isOver || undefined}
          data-invalid={isRefused || undefined}
        >
          {choice.kind === 'reading' ? (
            <Skeleton shape="line" />
          ) : (
            <>
              <span className={styles.choose}>
                <Glyph name="receipt" size={20} />
                {text('claim.proof.choose')}
              </span>
              <span className={styles.drag}>{text('claim.proof.drop')}</span>
            </>
          )}
        </label>
      )}
      <p className={isRefused ? styles.error : styles.hint} id={noteId}>
        {isRefused
          ? describeProblem(choice.problem, text)
          : text('claim.proof.types', { megabytes })}
      </p>
      <Announcement>{announce(choice, text)}</Announcement>
    </div>
  );
}

function describeProblem(problem: Refused['problem'], text: Text): string {
  switch (problem) {
    case 'missing':
      return text('claim.proof.missing');
    case 'tooLarge':
      return text('common.errors.request.tooLarge');
    case 'unreadable':
      return text('common.errors.proof.unreadable');
  }
}

type Refused = Extract<ProofChoice, { kind: 'refused' }>;

function announce(choice: ProofChoice, text: Text): string {
  switch (choice.kind) {
    case 'none':
      return '';
    case 'reading':
      return text('claim.proof.reading');
    case 'chosen':
      return text('claim.proof.chosen', { name: choice.proof.name });
    case 'refused':
      return describeProblem(choice.problem, text);
  }
}

interface ChosenProofProps {
  proof: Proof;
  inputId: string;
  isLocked: boolean;
  onRemove: () => void;
}

function ChosenProof({ proof, inputId, isLocked, onRemove }: ChosenProofProps) {
  const text = useText();
  const { locale } = useSession();
  return (
    <div className={styles.chosen}>
      {proof.kind === 'picture' && (
        <img className={styles.preview} src={proof.address} alt={text('claim.proof.preview')} />
      )}
      <p className={styles.file}>
        <Glyph name="receipt" size={20} className={styles.glyph} />
        <bdi className={styles.name}>{proof.name}</bdi>
        <span className={styles.size}>{formatBytes(proof.bytes, locale.format)}</span>
      </p>
      {!isLocked && (
        <div className={styles.actions}>
          <label className={styles.replace} htmlFor={inputId}>
            {text('claim.proof.replace')}
          </label>
          <button type="button" className={styles.remove} onClick={onRemove}>
            {text('claim.proof.remove')}
          </button>
        </div>
      )}
    </div>
  );
}

function formatBytes(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 ** 2, 'megabyte'];
  const maximumFractionDigits = unit === 'kilobyte' ? 0 : 1;
  const { NumberFormat } = formatsOf(locale);
  const format = new NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
  return format.format(Math.max(1, value));
}

/** Takes a file that is dropped on the field. */
function useDrop(isLocked: boolean, onChoose: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(!isLocked);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      // The browser would open the file instead of the page.
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (!isLocked && file !== undefined) onChoose(file);
    },
  };
}

/** Takes a file that is pasted anywhere on the page: a screenshot from the clipboard. */
function usePaste(isLocked: boolean, onChoose: (file: File) => void): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const [file] = event.clipboardData?.files ?? [];
    if (isLocked || file === undefined) return;
    event.preventDefault();
    onChoose(file);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}
