import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';

interface ReferenceActionsProps {
  reference: string;
  copyLabel: string;
}

/** What a player does with a reference. */
export function ReferenceActions({ reference, copyLabel }: ReferenceActionsProps) {
  return (
    <>
      <CopyButton value={reference} label={copyLabel} />
      <ShareButton value={reference} />
    </>
  );
}
