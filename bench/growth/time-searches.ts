import type { Db } from '../deposits/count-credited.ts';
import { median } from '../measuring/statistics.ts';
import type { OperatorDesk } from './operator.ts';

const repeats = 15;

/** What operators look for, each with the median of its times in milliseconds. */
export async function timeSearches(
  desk: OperatorDesk,
  searches: Record<string, string>,
): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const [name, path] of Object.entries(searches)) {
    const all: number[] = [];
    for (let index = 0; index < repeats; index += 1) {
      const startedAt = performance.now();
      await desk.get(path);
      all.push(performance.now() - startedAt);
    }
    times[name] = median(all);
  }
  return times;
}

/** By a deposit from the middle of the table: neither the newest nor the first. */
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
    'by reference': `/deposits?reference=${some.reference}`,
    "by the provider's id": `/deposits?providerReference=${some.provider_reference}`,
    "a player's": `/deposits?player=${player}`,
    'declined ones': '/deposits?status=declined',
    'of one day': `/deposits?from=${day}&to=${day}`,
    'of an amount that is rare': '/deposits?minAmount=51',
    'of a method that is rare': '/deposits?method=never-offered&currency=EUR',
    'in a status that is rare': '/deposits?status=parked',
    'without an answer': '/deposits?isUnanswered=true',
    'one with its timeline': `/deposits/${some.id}`,
    'withdrawals by amount': '/withdrawals?minAmount=51',
    'withdrawals without an answer': '/withdrawals?isUnanswered=true',
    'parked money': '/payments/parked',
    'a player': `/players/${player}`,
    'notifications to decide': '/notifications',
    'notifications of a connector': '/notifications?state=all&connector=never-used',
    'wallet operations': '/wallet-operations',
    'webhooks of a type': '/webhooks/deliveries?type=bonus.accrued',
    'webhooks of one day': `/webhooks/deliveries?from=${day}&to=${day}`,
    'acts by action': '/acts?action=keys-create',
    'acts that were refused': '/acts?outcome=refused',
    reconciliations: '/reconciliation/runs',
  };
}
