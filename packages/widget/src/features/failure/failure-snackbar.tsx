import { type MessageKey, useText } from '../../i18n/text.ts';
import { Snackbar } from '../../ui/snackbar.tsx';
import { Reference } from '../copy/reference.tsx';
import { describeFailure, type Failure, isOfDeposit, titleOfFailure } from './failure.ts';
import { useReportedReference } from './use-reported-reference.ts';

interface FailureSnackbarProps {
  failure: Failure;
  /** The title where no deposit was requested; the text then doesn't mention a deposit either. */
  title?: MessageKey;
  onClose: () => void;
}

const durationMs = 5000;

/**
 * A failed payment over the screen's content, for 5000 ms (§8). A failure about a deposit that
 * exists or may exist stays until it is closed: the player has to remember it.
 */
export function FailureSnackbar({ failure, title, onClose }: FailureSnackbarProps) {
  const text = useText();
  useReportedReference(failure);
  return (
    <Snackbar
      title={text(title ?? titleOfFailure(failure))}
      closeLabel={text('error.snackbar.close')}
      onClose={onClose}
      durationMs={isOfDeposit(failure) ? undefined : durationMs}
    >
      <span>{describeFailure(failure, text, title && 'common.errors.server.error')}</span>
      {failure.reference !== undefined && <Reference reference={failure.reference} />}
    </Snackbar>
  );
}
