import { useText } from '../../i18n/text.ts';
import { Snackbar } from '../../ui/snackbar.tsx';
import { Reference } from '../copy/reference.tsx';
import { describeFailure, type Failure, titleOfFailure } from './failure.ts';

interface FailureSnackbarProps {
  failure: Failure;
  onClose: () => void;
}

const durationMs = 5000;

/** A failed payment over the screen's content (§8). With a reference to note down it stays until closed. */
export function FailureSnackbar({ failure, onClose }: FailureSnackbarProps) {
  const text = useText();
  return (
    <Snackbar
      title={text(titleOfFailure(failure))}
      closeLabel={text('error.snackbar.close')}
      onClose={onClose}
      durationMs={failure.reference === undefined ? durationMs : undefined}
    >
      <span>{describeFailure(failure, text)}</span>
      {failure.reference !== undefined && <Reference reference={failure.reference} />}
    </Snackbar>
  );
}
