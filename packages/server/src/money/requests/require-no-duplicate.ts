import { CallError, type CallRequest, toCurrencyDecimals } from '@kassa/contract';
import { expressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Core } from '../../core/core.ts';
import type { Reader } from '../../ground/database/reader.ts';
import type { Database } from '../../ground/database/schema.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { giveUpAfterMs } from '../deposits/plan-next-check.ts';

type Request = Pick<
  CallRequest<'deposit-create'>,
  'amount' | 'currency' | 'paymentType' | 'paymentSessionId' | 'isAnother'
> & { boxId?: string | null | undefined };

/** The columns of {@link selectSessionAndDuplicate}. */
interface Columns {
  has_session: unknown;
  open: { id: string; reference: string; created_at: string } | null;
}

/** What {@link selectSessionAndDuplicate} looks for. */
export interface Sought {
  session: string | null;
  /** Whether an open deposit is looked for. */
  isOpenSought: boolean;
  now: Date;
  since: Date;
  method: string;
  currency: string;
  /** The package; left out for an order of none. */
  box?: string | undefined;
  /** Left out for a package, whose sum in a coin follows the rate. */
  amount?: string | undefined;
}

/** @throws CallError session.notFound */
export function toSought(
  { now }: Pick<Core, 'now'>,
  { paymentSessionId: session, isAnother, ...order }: Request,
): Sought {
  if (session !== undefined && !isUuid(session)) throw sessionNotFound();
  const { paymentType: method, amount, currency, boxId = null } = order;
  const at = now();
  return {
    session: session ?? null,
    isOpenSought: isAnother === false,
    now: at,
    since: new Date(at.getTime() - giveUpAfterMs),
    method,
    currency,
    ...(boxId === null ? { amount: toCurrencyDecimals(amount, currency) } : { box: boxId }),
  };
}

/**
 * Selects whether the request's session is the player's, and a deposit of the same method and amount, or
 * coin package, that the player may have created by mistake, as columns of a statement that reads more.
 */
export function selectSessionAndDuplicate(query: Reader, player: PlayerRef, sought: Sought) {
  const { val, exists } = expressionBuilder<Database>();
  const open = findOpen(query, player, sought).where(val(sought.isOpenSought));
  return [
    exists(findSession(query, player, sought.session)).as('has_session'),
    jsonObjectFrom(open).as('open'),
  ] as const;
}

/**
 * Requires the session to be the player's, and no deposit of the same method and amount, unless the player
 * has chosen to make another one. The caller has locked the player's row before, in a statement of its
 * own: of two simultaneous requests the second sees the deposit of the first.
 * @throws CallError session.notFound; deposit.alreadyOpen with the newest such deposit
 */
export function requireSessionAndNoDuplicate(
  { has_session, open }: Columns,
  { paymentSessionId: session }: Pick<Request, 'paymentSessionId'>,
): void {
  if (session !== undefined && has_session !== true) throw sessionNotFound();
  if (open === null) return;
  throw new CallError(
    'deposit.alreadyOpen',
    'A deposit of the same method and amount can still be paid.',
    { depositId: open.id, createdAt: new Date(open.created_at).toISOString() },
    open.reference,
  );
}

function sessionNotFound(): CallError {
  return new CallError('session.notFound', 'There is no such session.');
}

function findSession(query: Reader, { brandId, playerId }: PlayerRef, session: string | null) {
  return query
    .selectFrom('payment_sessions')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('id', '=', session);
}

/**
 * Finds the newest deposit of the same method and amount that the player can still pay: by a step
 * of the provider, or, without one, in an app that asked the player itself. The player's index is
 * read back as far as a deposit is followed up.
 */
function findOpen(
  query: Reader,
  { brandId, playerId }: PlayerRef,
  { now, since, method, currency, box, amount }: Sought,
) {
  return query
    .selectFrom('deposits')
    .select(['id', 'reference', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('created_at', '>', since)
    .where((expression) =>
      expression.or([
        expression('status', 'in', ['created', 'awaitingPlayer']),
        expression.and([
          expression('status', '=', 'awaitingConfirmation'),
          expression('step_sealed', 'is', null),
          expression('redirect', 'is', null),
        ]),
      ]),
    )
    .where('expires_at', '>', now)
    .where('payment_method', '=', method)
    .where('currency', '=', currency)
    .$if(box !== undefined, (it) => it.where('box_id', '=', box ?? null))
    .$if(amount !== undefined, (it) =>
      it.where('box_id', 'is', null).where('amount', '=', amount ?? null),
    )
    .orderBy('created_at', 'desc')
    .limit(1);
}
