import type { TransactionStatus } from '@kassa/contract';
import type { MessageKey } from '../../../i18n/text.ts';
import { useText } from '../../../i18n/text.ts';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';

type Tone = Parameters<typeof StatusPanel>[0]['tone'];

/** How each status looks and reads. */
const variants: Record<TransactionStatus, { tone: Tone; title: MessageKey; text: MessageKey }> = {
  waiting: { tone: 'busy', title: 'complete.waiting.title', text: 'complete.waiting.text' },
  accepted: { tone: 'warn', title: 'complete.accepted.title', text: 'complete.accepted.text' },
  processed: { tone: 'ok', title: 'complete.processed.title', text: 'complete.processed.text' },
  declined: { tone: 'danger', title: 'complete.declined.title', text: 'complete.declined.text' },
  canceled: { tone: 'danger', title: 'complete.canceled.title', text: 'complete.canceled.text' },
  expired: { tone: 'danger', title: 'complete.expired.title', text: 'complete.expired.text' },
};

/** Where the deposit stands, announced whenever it changes. */
export function CompleteStatus({ status }: { status: TransactionStatus }) {
  const text = useText();
  const variant = variants[status];
  return (
    <div role="status">
      <StatusPanel tone={variant.tone} title={text(variant.title)}>
        <StatusText>{text(variant.text)}</StatusText>
      </StatusPanel>
    </div>
  );
}
