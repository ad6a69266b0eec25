import { SupportLink } from '../support/support-link.tsx';
import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';

interface ReferenceActionsProps {
  reference: string;
  copyLabel: string;
  isForSupport: boolean;
}

/** What a player does with a reference. */
export function ReferenceActions({ reference, copyLabel, isForSupport }: ReferenceActionsProps) {
  return (
    <>
      <CopyButton value={reference} label={copyLabel} />
      <ShareButton value={reference} />
      {isForSupport && <SupportLink />}
    </>
  );
}
