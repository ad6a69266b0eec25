import type { StoredRows } from './load-stored-rows.ts';
import type { World } from './world.ts';

/** Checks that the responses to players and the webhooks to operators match the stored rows. */
export function checkMessages(world: World, stored: StoredRows): string[] {
  return [...checkKeys(world, stored), ...checkSequences(stored), ...checkEvents(stored)];
}

/** Each idempotency key belongs to one deposit or withdrawal and got one response. */
function checkKeys({ answers }: World, { keys, deposits, withdrawals }: StoredRows): string[] {
  const problems: string[] = [];
  // A key that continues a deposit creates none.
  const making = keys.filter(({ key }) => !key.startsWith('more-'));
  const resources = making.map(({ resource_id }) => resource_id).sort();
  const made = [...deposits, ...withdrawals].map(({ id }) => id).sort();
  if (resources.join() !== made.join()) {
    problems.push(`keys name ${resources.join()}, and there are ${made.join()}`);
  }
  for (const [name, ids] of answers) {
    const row = keys.find((it) => `${it.player_id} ${it.call} ${it.key}` === name);
    if (ids.size !== 1 || !ids.has(row?.resource_id ?? '')) {
      problems.push(`the key ${name} was answered with ${[...ids].join()}`);
    }
  }
  return problems;
}

/** Every player's events are numbered 1, 2, 3 … without gaps. */
function checkSequences({ players, events }: StoredRows): string[] {
  return players.flatMap(({ id, event_sequence }) => {
    const own = events.filter(({ player_id }) => player_id === id).map((row) => row.sequence);
    const expected = own.map((_, index) => String(index + 1));
    const isWhole = own.join() === expected.join() && String(own.length) === event_sequence;
    return isWhole ? [] : [`events of player ${id} are numbered ${own.join()}`];
  });
}

/**
 * Every status change, credit, settled debt, reversal and correction has one event; status changes
 * are in order.
 */
function checkEvents({
  events,
  depositMoves,
  withdrawalMoves,
  refundMoves,
  payments,
  reversals,
  corrections,
}: StoredRows): string[] {
  const eventsOf = (type: string, key: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ data }) => `${data[key]} ${data.status ?? ''}`.trim());
  const byTime = (left: { created_at: Date; id: string }, right: typeof left) =>
    left.created_at.getTime() - right.created_at.getTime() || (left.id < right.id ? -1 : 1);
  const compare = (what: string, said: string[], done: string[]) => {
    const isSame = [...said].sort().join() === [...done].sort().join();
    return isSame ? [] : [`${what}: events ${said.join()}, rows ${done.join()}`];
  };
  return [
    ...compare(
      'deposits',
      eventsOf('deposit.status', 'depositId'),
      [...depositMoves].sort(byTime).map((row) => `${row.deposit_id} ${row.to_status}`),
    ),
    ...compare(
      'withdrawals',
      eventsOf('withdrawal.status', 'withdrawalId'),
      [...withdrawalMoves].sort(byTime).map((row) => `${row.withdrawal_id} ${row.to_status}`),
    ),
    ...compare(
      'refunds',
      eventsOf('refund.status', 'refundId'),
      [...refundMoves].sort(byTime).map((row) => `${row.refund_id} ${row.to_status}`),
    ),
    ...compare(
      'credits',
      eventsOf('payment.credited', 'paymentId'),
      payments.filter(({ status }) => status === 'credited').map(({ id }) => id),
    ),
    ...compare(
      'settled debts',
      eventsOf('debt.settled', 'transferId'),
      payments
        .filter(({ status }) => status === 'credited')
        .flatMap(({ debt_transfer_id }) => debt_transfer_id ?? []),
    ),
    ...compare(
      'reversals',
      eventsOf('reversal.recorded', 'reversalId'),
      reversals.filter(({ status }) => status === 'done').map(({ id }) => id),
    ),
    ...compare(
      'corrections',
      eventsOf('correction.recorded', 'correctionId'),
      corrections.map(({ id, status }) => `${id} ${status}`),
    ),
  ];
}
