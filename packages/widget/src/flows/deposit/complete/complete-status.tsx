import type {
  DeclineReason,
  PaymentMethod,
  ReturnReason,
  TransactionStatus,
} from '@kassa/contract';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { type Message, type MessageKey, useText } from '../../../i18n/text.ts';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';

type Tone = Parameters<typeof StatusPanel>[0]['tone'];

/** The look and the texts of each status. */
const variants: Record<TransactionStatus, { tone: Tone; title: MessageKey; text: MessageKey }> = {
  waiting: { tone: 'busy', title: 'complete.waiting.title', text: 'complete.waiting.textHere' },
  accepted: { tone: 'warn', title: 'complete.accepted.title', text: 'complete.accepted.text' },
  processed: { tone: 'ok', title: 'complete.processed.title', text: 'complete.processed.text' },
  declined: { tone: 'danger', title: 'complete.declined.title', text: 'complete.declined.text' },
  canceled: { tone: 'danger', title: 'complete.canceled.title', text: 'complete.canceled.text' },
  expired: { tone: 'danger', title: 'complete.expired.title', text: 'complete.expired.text' },
};

interface CompleteStatusProps {
  status: TransactionStatus;
  declineReason?: DeclineReason | undefined;
  returnReason?: ReturnReason | undefined;
  method?: PaymentMethod | undefined;
  /** The player has to pay on the provider's page. */
  hasPage?: boolean;
  /** The page is a chat with an agent. */
  isChat?: boolean;
}

/** The deposit's status and what happens next, announced at every change. */
export function CompleteStatus(props: CompleteStatusProps) {
  const text = useText();
  const { status, returnReason } = props;
  const { tone } = variants[status];
  const isReturn = returnReason !== undefined && status !== 'processed';
  const title = isReturn ? returnTitle(status) : variants[status].title;
  const next = isReturn ? describeReturn(status, returnReason) : describeNext(props);
  const words = next.map(({ key, params }) => text(key, params));
  return (
    <div role="status">
      <StatusPanel tone={tone} title={text(title)}>
        <StatusText isChanging>{words.join(' ')}</StatusText>
      </StatusPanel>
    </div>
  );
}

const returnTitle = (status: TransactionStatus): MessageKey =>
  status === 'declined' ? 'complete.return.done' : 'complete.return.coming';

function describeReturn(status: TransactionStatus, reason: ReturnReason): Message[] {
  const why: Message = { key: `complete.return.${reason}` };
  return status === 'declined' ? [why] : [why, { key: 'complete.return.next' }];
}

/** A longer usual time is shown to the player. A shorter one has passed already. */
const shortMinutes = 1;

function describeNext({
  status,
  declineReason,
  returnReason,
  method,
  hasPage = false,
  isChat = false,
}: CompleteStatusProps): Message[] {
  const usualMinutes = method?.usualMinutes;
  const arrival = describeArrival(usualMinutes, 'complete.arrives');
  const own: Message = { key: variants[status].text };
  switch (status) {
    case 'waiting': {
      const there = isChat ? 'complete.waiting.textChat' : 'complete.waiting.text';
      const waiting: Message = hasPage ? { key: there } : own;
      return arrival === null ? [waiting] : [waiting, arrival];
    }
    case 'accepted': {
      const isSlow = usualMinutes !== undefined && usualMinutes > shortMinutes;
      return isSlow && arrival !== null ? [own, arrival] : [own];
    }
    case 'processed':
      return returnReason === undefined ? [own] : [own, { key: 'complete.return.further' }];
    case 'declined':
      if (declineReason === undefined) return [own];
      return [{ key: `complete.reason.${declineReason}` }, { key: 'complete.declined.note' }];
    default:
      return [own];
  }
}
