import { Reference } from '../../../features/copy/reference.tsx';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';

interface AddressFailureProps {
  failure: Failure;
  retry: () => void;
}

/** Tells why there is no address, with the reference for support. */
export function AddressFailure({ failure, retry }: AddressFailureProps) {
  const text = useText();
  return (
    <>
      <div role="alert">
        <StatusPanel tone="danger" title={text('crypto.failed')}>
          <StatusText>{describeFailure(failure, text)}</StatusText>
          {failure.reference !== undefined && <Reference reference={failure.reference} />}
        </StatusPanel>
      </div>
      <Button onClick={retry}>{text('error.retry')}</Button>
    </>
  );
}
