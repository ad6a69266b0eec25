import type { Db } from '../deposits/wait-for-credited.ts';
import { median } from '../measuring/statistics.ts';
import type { OperatorClient } from './operator.ts';

const repeats = 5;

/** Runs operators' searches, and returns the median time of each, in milliseconds. */
export async function timeSearches(
  operator: OperatorClient,
  searches: Record<string, string>,
): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const [name, path] of Object.entries(searches)) {
    const all: number[] = [];
    for (let index = 0; index < repeats; index += 1) {
      const startedAt = performance.now();
      await operator.get(path);
      all.push(performance.now() - startedAt);
    }
    times[name] = median(all);
  }
  return times;
}

/** Builds the paths of the searches, for a deposit that is neither the newest nor the oldest. */
export async function describeSearches(db: Db): Promise<Record<string, string>> {
  const some = await db
    .selectFrom('deposits as d')
    .innerJoin('players as p', 'p.id', 'd.player_id')
    .where('d.brand_id', '=', 'kassa')
    .where('d.status', '=', 'processed')
    .where('p.external_id', 'like', 'grown-%')
    .orderBy('d.id', 'desc')
    .select(['d.id', 'd.reference', 'd.provider_reference', 'd.created_at', 'p.external_id'])
    .offset(5000)
    .limit(1)
    .executeTakeFirstOrThrow();
  const day = some.created_at.toISOString().slice(0, 10);
  const player = some.external_id;
  return {
    'the newest deposits': '/deposits',
    'deposits by reference': `/deposits?reference=${some.reference}`,
    "deposits by the provider's id": `/deposits?providerReference=${some.provider_reference}`,
    "a player's deposits": `/deposits?player=${player}`,
    'declined deposits': '/deposits?status=declined',
    'deposits of one day': `/deposits?from=${day}&to=${day}`,
    'deposits of a rare amount': '/deposits?minAmount=51',
    'deposits of a rare method': '/deposits?method=never-offered&currency=EUR',
    'deposits in a rare status': '/deposits?status=parked',
    'deposits without a response': '/deposits?isUnanswered=true',
    'a deposit with its timeline': `/deposits/${some.id}`,
    'withdrawals by amount': '/withdrawals?minAmount=51',
    'withdrawals without a response': '/withdrawals?isUnanswered=true',
    'refunds in a rare status': '/refunds?status=unknown',
    'claims that wait': '/claims',
    'refused claims': '/claims?status=refused',
    "a player's corrections": `/players/${player}/corrections`,
    'parked payments': '/payments/parked',
    'a player': `/players/${player}`,
    'open notifications': '/notifications',
    'notifications of a connector': '/notifications?state=all&connector=never-used',
    'wallet operations': '/wallet-operations',
    'webhooks of a type': '/webhooks/deliveries?type=bonus.accrued',
    'webhooks of one day': `/webhooks/deliveries?from=${day}&to=${day}`,
    'acts by action': '/acts?action=keys-create',
    'rejected acts': '/acts?outcome=refused',
    reconciliations: '/reconciliation/runs',
  };
}
