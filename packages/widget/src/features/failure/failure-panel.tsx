import { useText } from '../../i18n/text.ts';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { Reference } from '../copy/reference.tsx';
import { describeFailure, toFailure } from './failure.ts';
import { useReportedReference } from './use-reported-reference.ts';

interface FailurePanelProps {
  title: string;
  error: unknown;
}

/** Tells why a screen's content failed to load, with the reference for support. */
export function FailurePanel({ title, error }: FailurePanelProps) {
  const text = useText();
  const failure = toFailure(error);
  useReportedReference(failure);
  return (
    <div role="alert">
      <StatusPanel tone="danger" title={title}>
        <StatusText>{describeFailure(failure, text, 'common.errors.server.error')}</StatusText>
        {failure.reference !== undefined && <Reference reference={failure.reference} />}
      </StatusPanel>
    </div>
  );
}
