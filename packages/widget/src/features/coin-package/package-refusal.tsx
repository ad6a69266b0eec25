import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { describeFailure, type Failure } from '../failure/failure.ts';

/** Tells that the server refused the chosen package as it was shown. It stays until the next press. */
export function PackageRefusal({ failure }: { failure: Failure }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  // The form above it may be long.
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div role="alert" ref={place}>
      <Notice tone="warn">{describeFailure(failure, text)}</Notice>
    </div>
  );
}
