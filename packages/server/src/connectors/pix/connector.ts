import type { Connector, CreateOutcome, DepositOrder } from '../connector.ts';
import type { ConnectorError, StatusOutcome } from '../connector-outcome.ts';
import { defineFactory } from '../define-factory.ts';
import { encodeBrCode } from './br-code/encode-br-code.ts';
import { encodeTransactionId } from './br-code/transaction-id.ts';
import { findReceived } from './client/bank-client.ts';
import { type PixConfig, pixConfigSchema } from './config.ts';
import { toEvents } from './events.ts';
import { readUuidTime } from './read-uuid-time.ts';
import { parsePixNotification, verifyPixNotification } from './webhook.ts';

/**
 * The connector to the operator's own Pix key: a code for each deposit. The money goes directly
 * from the payer's bank to the operator's.
 */
export const factory = defineFactory(pixConfigSchema, {
  isSimulated: false,
  // The player is sent to no page, so no form is posted.
  build: (config) => ({ connector: buildPixConnector(config), formOrigins: [] }),
});

function buildPixConnector(config: PixConfig): Connector {
  return {
    create: async (order): Promise<CreateOutcome> => createCode(config, order),
    // The bank doesn't know deposits, so there is nothing to report to it.
    complete: async () => ({ kind: 'acknowledged' }),
    // A code is only text: whoever has it can pay it.
    cancel: async () => ({ kind: 'cannotCancel' }),
    status: ({ depositId }) => findPaid(config, depositId),
    checkNotification: (notification, now) =>
      verifyPixNotification(notification, config.webhookSecret, now),
    parseNotification: parsePixNotification,
    payouts: null,
    refunds: null,
  };
}

/** Writes the code from the order alone, without a request: the same order gives the same code. */
function createCode(config: PixConfig, order: DepositOrder): CreateOutcome {
  const { key, merchantName, city, description, lifetimeSeconds } = config;
  const txid = encodeTransactionId(order.depositId);
  if (txid === null) return rejected('the deposit’s id is not a UUID');
  if (order.currency !== 'BRL') return rejected('Pix only supports BRL');
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

/** Margin for clock differences and late bookings by banks. */
const slackMs = 3600_000;

/**
 * Returns the bank's receipts for a deposit. Without a bank URL there are none: then only a
 * notification or the operator credits. An unknown deposit looks the same as an unpaid one.
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
