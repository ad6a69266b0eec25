import type { ProviderEvent } from '../../connectors/connector.ts';
import {
  compareMovement,
  type Difference,
  type OurMovement,
  type Standing,
  type TheirMovement,
} from './compare-movement.ts';

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
