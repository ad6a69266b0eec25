import { Reference } from '../../../features/copy/reference.tsx';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { useText } from '../../../i18n/text.ts';
import { useRouter, useSearch } from '../../../routing/use-router.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';

interface AddressFailureProps {
  failure: Failure;
  retry: () => void;
}

/**
 * Tells why there is no address, with the reference for support. A coin that was refused may be
 * refused again: the other methods come first.
 */
export function AddressFailure({ failure, retry }: AddressFailureProps) {
  const text = useText();
  const router = useRouter();
  const { box } = useSearch();
  const isRefused = failure.kind === 'refused';
  const goToMethods = () =>
    router.navigate(
      box === undefined
        ? { to: router.rootOf('deposit') }
        : { to: 'Sweepstake deposit methods', search: { box } },
    );
  return (
    <>
      <div role="alert">
        <StatusPanel tone="danger" title={text('crypto.failed')}>
          <StatusText>{describeFailure(failure, text)}</StatusText>
          {failure.reference !== undefined && <Reference reference={failure.reference} />}
        </StatusPanel>
      </div>
      {isRefused && <Button onClick={goToMethods}>{text('complete.otherMethod')}</Button>}
      <Button look={isRefused ? 'ghost' : 'primary'} onClick={retry}>
        {text('error.retry')}
      </Button>
    </>
  );
}
