import { addDecimals, compareDecimals, type Money } from '@kassa/contract';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type {
  MovementType,
  ReconciliationDifferencesTable,
} from '../../ground/database/tables/reconciliation.ts';
import type { Run } from './find-run.ts';

/** The status of a movement, in terms that fit the ledger and every provider. */
export type MovementStatus = 'paid' | 'underway' | 'notPaid' | 'returned';

/** A movement of money in Kassa's records. */
export interface LedgerMovement {
  type: MovementType;
  providerReference: string | null;
  depositId: string | null;
  paymentId: string | null;
  withdrawalId: string | null;
  money: Money;
  status: MovementStatus;
  /** The fees booked in the ledger, by currency; null if the fee must not be compared. */
  fees: ReadonlyMap<string, string> | null;
}

/** A movement of money as a provider reports it; null stands for data that it doesn't report. */
export interface ProviderMovement {
  type: MovementType;
  providerReference: string;
  money: Money | null;
  status: MovementStatus;
  fee: Money | null;
  /** The line of the settlement file. */
  line: number | null;
}

export type Difference = Omit<
  Insertable<ReconciliationDifferencesTable>,
  'id' | 'brand_id' | 'run_id' | 'created_at'
>;

/** Returns all differences of a movement; null is a side that has no record of it. */
export function compareMovement(
  ours: LedgerMovement | null,
  theirs: ProviderMovement | null,
  detail: string | null = null,
): Difference[] {
  const build = (
    kind: Difference['kind'],
    our: string | null,
    their: string | null,
  ): Difference => ({
    kind,
    type: ours?.type ?? theirs?.type ?? 'receipt',
    provider_reference: theirs?.providerReference ?? ours?.providerReference ?? null,
    deposit_id: ours?.depositId ?? null,
    payment_id: ours?.paymentId ?? null,
    withdrawal_id: ours?.withdrawalId ?? null,
    line: theirs?.line ?? null,
    ours: our,
    theirs: their,
    detail,
  });
  if (theirs === null) {
    return ours === null ? [] : [build('missingAtProvider', formatMoney(ours.money), null)];
  }
  if (ours === null) {
    // Kassa needs no record of a movement that the provider doesn't count as paid.
    const isMoney = theirs.status === 'paid' || theirs.status === 'returned';
    return isMoney ? [build('missingHere', null, theirs.money && formatMoney(theirs.money))] : [];
  }
  const found: Difference[] = [];
  if (ours.status !== theirs.status) {
    found.push(build('statusDiffers', ours.status, theirs.status));
  }
  if (theirs.money !== null && theirs.money.currency !== ours.money.currency) {
    found.push(build('currencyDiffers', formatMoney(ours.money), formatMoney(theirs.money)));
  } else if (
    theirs.money !== null &&
    compareDecimals(theirs.money.amount, ours.money.amount) !== 0
  ) {
    found.push(build('amountDiffers', formatMoney(ours.money), formatMoney(theirs.money)));
  }
  if (ours.fees !== null && theirs.fee !== null && !isBooked(ours.fees, theirs.fee)) {
    found.push(build('feeDiffers', formatFees(ours.fees), formatMoney(theirs.fee)));
  }
  return found;
}

/** Whether exactly this fee is booked, and no fee in another currency. */
function isBooked(fees: ReadonlyMap<string, string>, fee: Money): boolean {
  const expected = new Map(fees).set(fee.currency, fees.get(fee.currency) ?? '0');
  return [...expected].every(
    ([currency, amount]) =>
      compareDecimals(amount, currency === fee.currency ? fee.amount : '0') === 0,
  );
}

const formatMoney = ({ amount, currency }: Money) => `${addDecimals(amount, '0')} ${currency}`;

function formatFees(fees: ReadonlyMap<string, string>): string {
  const booked = [...fees].filter(([, amount]) => compareDecimals(amount, '0') !== 0);
  return booked.map(([currency, amount]) => formatMoney({ amount, currency })).join(' + ') || '0';
}

/** Compares a provider's status response for one deposit or withdrawal with Kassa's records. */
export function compareStatus(
  ours: readonly LedgerMovement[],
  events: readonly ProviderEvent[],
): Difference[] {
  const theirs = events.map(readEvent);
  const isSame = (our: LedgerMovement, their: ProviderMovement) =>
    our.type === their.type &&
    // A withdrawal has one payout, whose reference may differ.
    (our.type === 'payout' || our.providerReference === their.providerReference);
  return [
    ...theirs.flatMap((their) =>
      compareMovement(ours.find((our) => isSame(our, their)) ?? null, their),
    ),
    ...ours
      .filter((our) => our.status !== 'notPaid' && !theirs.some((their) => isSame(our, their)))
      .flatMap((our) => compareMovement(our, null)),
  ];
}

const paymentStatuses = {
  pending: 'underway',
  approved: 'paid',
  declined: 'notPaid',
  canceled: 'notPaid',
} as const satisfies Record<string, MovementStatus>;

const payoutStatuses = {
  pending: 'underway',
  sent: 'underway',
  completed: 'paid',
  failed: 'notPaid',
  returned: 'returned',
} as const satisfies Record<string, MovementStatus>;

const refundStatuses = {
  sent: 'underway',
  completed: 'paid',
  failed: 'notPaid',
} as const satisfies Record<string, MovementStatus>;

function readEvent(event: ProviderEvent): ProviderMovement {
  const { providerReference } = event;
  switch (event.kind) {
    case 'payment': {
      const status = paymentStatuses[event.status];
      const { paid: money, fee } = event;
      return { type: 'receipt', providerReference, money, status, fee, line: null };
    }
    case 'transfer': {
      const money = event.paid;
      return { type: 'receipt', providerReference, money, status: 'paid', fee: null, line: null };
    }
    case 'reversal': {
      const { amount: money } = event;
      return {
        type: 'reversal',
        providerReference,
        money,
        status: 'paid',
        fee: null,
        line: null,
      };
    }
    case 'refund': {
      const status = refundStatuses[event.status];
      const { refunded: money } = event;
      return { type: 'reversal', providerReference, money, status, fee: null, line: null };
    }
    case 'payout': {
      const status = payoutStatuses[event.status];
      return {
        type: 'payout',
        providerReference,
        money: event.paid,
        status,
        fee: event.fee,
        line: null,
      };
    }
  }
}

const batchSize = 500;

/** Stores the differences, in the order in which they were found. */
export async function recordDifferences(
  tx: Tx,
  { id, brand_id }: Pick<Run, 'id' | 'brand_id'>,
  differences: readonly Difference[],
): Promise<void> {
  for (let start = 0; start < differences.length; start += batchSize) {
    const rows = differences
      .slice(start, start + batchSize)
      .map((difference) => ({ ...difference, id: uuidv7(), brand_id, run_id: id }));
    await tx.insertInto('reconciliation_differences').values(rows).execute();
  }
}
