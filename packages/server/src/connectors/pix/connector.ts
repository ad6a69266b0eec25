import type {
  AcknowledgeOutcome,
  Connector,
  ConnectorError,
  CreateOutcome,
  DepositOrder,
  StatusOutcome,
} from '../connector.ts';
import { defineFactory } from '../define-factory.ts';
import { encodeBrCode } from './br-code/encode-br-code.ts';
import { encodeTransactionId } from './br-code/transaction-id.ts';
import { findReceived } from './client/bank-client.ts';
import { type PixConfig, pixConfigSchema } from './config.ts';
import { toEvents } from './events.ts';
import { readUuidTime } from './read-uuid-time.ts';
import { checkPixNotification, parsePixNotification } from './webhook.ts';

/** The operator's own Pix key: a code for each deposit, and nobody between payer and payee but their banks. */
export const factory = defineFactory(pixConfigSchema, {
  isSimulated: false,
  // No page of anybody's: nothing is posted anywhere.
  build: (config) => ({ connector: buildPixConnector(config), formOrigins: [] }),
});

const acknowledge = async (): Promise<AcknowledgeOutcome> => ({ kind: 'acknowledged' });

function buildPixConnector(config: PixConfig): Connector {
  return {
    create: async (order): Promise<CreateOutcome> => createCode(config, order),
    // The bank knows of no deposit: there is nobody to tell.
    complete: acknowledge,
    cancel: acknowledge,
    status: ({ depositId }) => findPaid(config, depositId),
    checkNotification: (notification, now) =>
      checkPixNotification(notification, config.webhookSecret, now),
    parseNotification: parsePixNotification,
    payouts: null,
  };
}

/** The same order gives the same code: it is written from the order alone, and nobody is asked. */
function createCode(config: PixConfig, order: DepositOrder): CreateOutcome {
  const { key, merchantName, city, description, lifetimeSeconds } = config;
  const txid = encodeTransactionId(order.depositId);
  if (txid === null) return rejected('the deposit’s id is no UUID');
  if (order.currency !== 'BRL') return rejected('only reais are paid by Pix');
  const { amount } = order;
  const qrCodeText = encodeBrCode({ key, merchantName, city, description, amount, txid });
  if (qrCodeText === null) return rejected('the amount does not fit into a code');
  const createdAt = readUuidTime(order.depositId);
  return {
    kind: 'accepted',
    providerReference: txid,
    step: {
      kind: 'code',
      pageId: 'pix',
      data: {
        qrCodeText,
        ...(createdAt && { created: createdAt.toISOString() }),
        lifetime: lifetimeSeconds,
      },
    },
  };
}

/** What clocks may differ by, and banks may take to write things down. */
const slackMs = 3600_000;

/**
 * What the bank received for a deposit. Without a bank to ask there is nothing to tell: only a
 * notification, or the operator, credits. A deposit that nobody made can't be told from an unpaid one.
 */
async function findPaid(config: PixConfig, depositId: string): Promise<StatusOutcome> {
  const { bankUrl, bankToken, timeoutMs } = config;
  const txid = encodeTransactionId(depositId);
  if (txid === null) return { kind: 'absent' };
  if (bankUrl === undefined || bankToken === undefined) return { kind: 'known', events: [] };
  const from = new Date((readUuidTime(depositId)?.getTime() ?? slackMs) - slackMs);
  const to = new Date(Date.now() + slackMs);
  const access = { url: bankUrl, token: bankToken, timeoutMs };
  const answer = await findReceived(access, { txid, from, to });
  return answer.kind === 'found' ? { kind: 'known', events: toEvents(answer.pix) } : answer;
}

function rejected(detail: string): ConnectorError {
  return { kind: 'error', error: 'rejected', detail };
}
