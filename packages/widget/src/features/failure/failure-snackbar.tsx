import { type MessageKey, useText } from '../../i18n/text.ts';
import { Snackbar } from '../../ui/snackbar.tsx';
import { Reference } from '../copy/reference.tsx';
import { describeFailure, type Failure, isOfDeposit, titleOfFailure } from './failure.ts';
import { useToldReference } from './use-told-reference.ts';

interface FailureSnackbarProps {
  failure: Failure;
  /** What stands over the words where no deposit was asked for; then they don't speak of one either. */
  title?: MessageKey;
  onClose: () => void;
}

const durationMs = 5000;

/**
 * A failed payment over the screen's content, for 5000 ms (§8). What is about a deposit that is there,
 * or may be, stays until it is closed: the player has to keep it in mind.
 */
export function FailureSnackbar({ failure, title, onClose }: FailureSnackbarProps) {
  const text = useText();
  useToldReference(failure);
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
