import { Reference } from '../../features/copy/reference.tsx';
import { describeFailure, toFailure } from '../../features/failure/failure.ts';
import { useText } from '../../i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';

/** Tells a player whom the operator's wallet doesn't know, with the reference for support. */
export default function UnknownAccount({ error }: { error: unknown }) {
  const text = useText();
  const failure = toFailure(error);
  return (
    <div role="alert">
      <Notice tone="warn">
        <div>{describeFailure(failure, text)}</div>
        {failure.reference !== undefined && <Reference reference={failure.reference} />}
      </Notice>
    </div>
  );
}
