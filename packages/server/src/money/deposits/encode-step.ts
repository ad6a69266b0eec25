import type { DepositCreateResponse, HostToHostData, UnifiedFlow } from '@kassa/contract';
import type { PlayerStep } from '../../connectors/connector.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { sealCard } from '../../ground/encryption/seal-card.ts';

type WireStep = Pick<DepositCreateResponse['apiResponse'], 'source' | 'method' | 'data' | 'pageId'>;

/** Encodes the player's next step for the response; an account's details in a card envelope (§7). */
export function encodeStep(step: PlayerStep | null, deposit: Deposit): WireStep {
  const nothing: WireStep = { source: null, method: 'GET', data: {}, pageId: null };
  switch (step?.kind) {
    case undefined:
      return nothing;
    case 'page':
      return { ...nothing, source: step.url, method: step.method, data: step.data };
    case 'code':
      return { ...nothing, pageId: step.pageId, data: step.data };
    case 'unifiedForm': {
      const sums = encodeSums(deposit, step.form);
      return { ...nothing, data: { unifiedFlow: step.form, ...sums } };
    }
    case 'address':
      return { ...nothing, data: step.address };
    case 'offers': {
      const { kind: _, ...offers } = step;
      return { ...nothing, data: offers };
    }
    case 'invoice': {
      const { card, ...invoice } = step.invoice;
      const data = { ...invoice, ...encodeSums(deposit, invoice) };
      if (card === undefined) return { ...nothing, data };
      const encoded = sealCard(JSON.stringify(card), deposit.id);
      return { ...nothing, data: { ...data, card: { encoded } satisfies HostToHostData['card'] } };
    }
  }
}

/** What the player asked for, and the sum of the invoice that they pay (§3 "P2P response"). */
function encodeSums(deposit: Deposit, invoice: UnifiedFlow) {
  return {
    passedAmount: deposit.amount,
    passedCurrency: deposit.currency,
    processingAmount: invoice.payment_amount,
    processingCurrency: invoice.payment_currency,
  };
}
