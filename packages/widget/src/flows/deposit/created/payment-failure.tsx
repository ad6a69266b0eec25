import { Reference } from '../../../features/copy/reference.tsx';
import { describeFailure } from '../../../features/failure/failure.ts';
import { useText } from '../../../i18n/text.ts';
import { Snackbar } from '../../../ui/snackbar.tsx';
import type { PaymentControls } from './use-payment.ts';

const durationMs = 5000;

/** Shown where the player's confirmation or cancellation could not be sent (§8: for 5000 ms). */
export function PaymentFailure({
  payment: { word, dismissFailure },
}: {
  payment: PaymentControls;
}) {
  const text = useText();
  if (word.kind !== 'none' || word.failure === null) return null;
  const { failure } = word;
  return (
    <Snackbar
      title={text('payment.failed')}
      closeLabel={text('error.snackbar.close')}
      onClose={dismissFailure}
      // A reference stays, to be noted down.
      durationMs={failure.reference === undefined ? durationMs : undefined}
    >
      <span>{describeFailure(failure, text, 'common.errors.server.error')}</span>
      {failure.reference !== undefined && <Reference reference={failure.reference} />}
    </Snackbar>
  );
}
