import { addDecimals, compareDecimals, type Money } from '@kassa/contract';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderEvent } from '../../connectors/connector.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type {
  MovementType,
  ReconciliationDifferencesTable,
} from '../../ground/database/tables/reconciliation.ts';
import type { Run } from './find-run.ts';

/** How a movement stands, in words that both sides share. */
export type Standing = 'paid' | 'underway' | 'notPaid' | 'returned';

/** A movement as Kassa has it. */
export interface OurMovement {
  type: MovementType;
  providerReference: string | null;
  depositId: string | null;
  paymentId: string | null;
  withdrawalId: string | null;
  money: Money;
  standing: Standing;
  /** What the ledger has booked, by currency; null where its fee isn't to be compared. */
  fees: ReadonlyMap<string, string> | null;
}

/** The same as a provider tells of it; null is what it doesn't say. */
export interface TheirMovement {
  type: MovementType;
  providerReference: string;
  money: Money | null;
  standing: Standing;
  fee: Money | null;
  /** Of the settlement file. */
  line: number | null;
}

export type Difference = Omit<
  Insertable<ReconciliationDifferencesTable>,
  'id' | 'brand_id' | 'run_id' | 'created_at'
>;

/** All in which the two differ; a side that is null knows nothing of it. */
export function compareMovement(
  ours: OurMovement | null,
  theirs: TheirMovement | null,
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
    // What the provider doesn't count as paid needs no counterpart.
    const isMoney = theirs.standing === 'paid' || theirs.standing === 'returned';
    return isMoney ? [build('missingHere', null, theirs.money && formatMoney(theirs.money))] : [];
  }
  const found: Difference[] = [];
  if (ours.standing !== theirs.standing) {
    found.push(build('statusDiffers', ours.standing, theirs.standing));
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

/** Whether exactly this fee is booked, and none in another currency. */
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

/** What a provider says of one deposit or withdrawal when it is asked, against what we have of it. */
export function compareStatus(
  ours: readonly OurMovement[],
  events: readonly ProviderEvent[],
): Difference[] {
  const theirs = events.map(readEvent);
  const isSame = (our: OurMovement, their: TheirMovement) =>
    our.type === their.type &&
    // Of a withdrawal there is one payout, under whichever reference.
    (our.type === 'payout' || our.providerReference === their.providerReference);
  return [
    ...theirs.flatMap((their) =>
      compareMovement(ours.find((our) => isSame(our, their)) ?? null, their),
    ),
    ...ours
      .filter((our) => our.standing !== 'notPaid' && !theirs.some((their) => isSame(our, their)))
      .flatMap((our) => compareMovement(our, null)),
  ];
}

const paymentStandings = {
  pending: 'underway',
  approved: 'paid',
  declined: 'notPaid',
  canceled: 'notPaid',
} as const satisfies Record<string, Standing>;

const payoutStandings = {
  pending: 'underway',
  sent: 'underway',
  completed: 'paid',
  failed: 'notPaid',
  returned: 'returned',
} as const satisfies Record<string, Standing>;

function readEvent(event: ProviderEvent): TheirMovement {
  const { providerReference } = event;
  switch (event.kind) {
    case 'payment': {
      const standing = paymentStandings[event.status];
      const { paid: money, fee } = event;
      return { type: 'receipt', providerReference, money, standing, fee, line: null };
    }
    case 'reversal': {
      const { amount: money } = event;
      return {
        type: 'reversal',
        providerReference,
        money,
        standing: 'paid',
        fee: null,
        line: null,
      };
    }
    case 'payout': {
      const standing = payoutStandings[event.status];
      return {
        type: 'payout',
        providerReference,
        money: null,
        standing,
        fee: event.fee,
        line: null,
      };
    }
  }
}

const batchSize = 500;

/** Writes down what differs, in the order in which it was found. */
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
