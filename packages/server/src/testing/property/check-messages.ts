import type { Books } from './load-books.ts';
import type { World } from './world.ts';

/** What was said to players and operators agrees with what is written down. */
export function checkMessages(world: World, books: Books): string[] {
  return [...checkKeys(world, books), ...checkSequences(books), ...checkEvents(books)];
}

/** One key, one deposit or withdrawal, one answer. */
function checkKeys({ answers }: World, { keys, deposits, withdrawals }: Books): string[] {
  const problems: string[] = [];
  // One that takes a deposit on makes none.
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

/** Every player's events are numbered 1, 2, 3 … to the last. */
function checkSequences({ players, events }: Books): string[] {
  return players.flatMap(({ id, event_sequence }) => {
    const own = events.filter(({ player_id }) => player_id === id).map((row) => row.sequence);
    const expected = own.map((_, index) => String(index + 1));
    const isWhole = own.join() === expected.join() && String(own.length) === event_sequence;
    return isWhole ? [] : [`events of player ${id} are numbered ${own.join()}`];
  });
}

/** Every step of every history was told once and in order, as was each credit and reversal. */
function checkEvents({
  events,
  depositMoves,
  withdrawalMoves,
  payments,
  reversals,
}: Books): string[] {
  const told = (type: string, key: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ data }) => `${data[key]} ${data.status ?? ''}`.trim());
  const byTime = (left: { created_at: Date; id: string }, right: typeof left) =>
    left.created_at.getTime() - right.created_at.getTime() || (left.id < right.id ? -1 : 1);
  const compare = (what: string, said: string[], done: string[]) => {
    const isSame = [...said].sort().join() === [...done].sort().join();
    return isSame ? [] : [`${what}: told ${said.join()}, and it was ${done.join()}`];
  };
  return [
    ...compare(
      'deposits',
      told('deposit.status', 'depositId'),
      [...depositMoves].sort(byTime).map((row) => `${row.deposit_id} ${row.to_status}`),
    ),
    ...compare(
      'withdrawals',
      told('withdrawal.status', 'withdrawalId'),
      [...withdrawalMoves].sort(byTime).map((row) => `${row.withdrawal_id} ${row.to_status}`),
    ),
    ...compare(
      'credits',
      told('payment.credited', 'paymentId'),
      payments.filter(({ status }) => status === 'credited').map(({ id }) => id),
    ),
    ...compare(
      'reversals',
      told('reversal.recorded', 'reversalId'),
      reversals.filter(({ status }) => status === 'done').map(({ id }) => id),
    ),
  ];
}
