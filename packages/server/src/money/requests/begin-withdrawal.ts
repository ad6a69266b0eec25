import { CallError, type CallRequest, toCurrencyDecimals } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { namesOf, requireFields, showFields } from '../../catalog/fields.ts';
import { drawBy } from '../../catalog/plan-routes.ts';
import { findMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { PlannedRoute } from '../../ground/database/tables/attempts.ts';
import { indexFields } from '../../ground/encryption/blind-index.ts';
import { type FieldsSubject, sealFields, toSealContext } from '../../ground/encryption/sealed.ts';
import { insertWithReference } from '../../ground/make-reference.ts';
import { type PlayerData, sealPlayerData } from '../../players/player-data.ts';
import { lockCaller } from '../../players/player-row.ts';
import { isOverdraft } from '../ledger/transfers.ts';
import { requireWithdrawalAllowed } from '../policy/require-allowed.ts';
import { requireFirstAccount, routePayment } from '../policy/route-payment.ts';
import { enqueueOperation, purposeOf } from '../wallet/operations.ts';
import { recordWithdrawalTransition } from '../withdrawals/move-withdrawal.ts';
import { admitWithdrawal } from '../withdrawals/review.ts';
import { moneyOf } from '../withdrawals/settle-withdrawal.ts';

/**
 * Validates a player's request, inserts the withdrawal and holds its money (design §3.7): in this
 * transaction in Kassa's own ledger, otherwise by a queued operation of the operator's wallet.
 * @param player - what the order carries of the player
 * @throws CallError if the method, currency, amount, limits or balance don't allow it.
 */
export async function beginWithdrawal(
  core: Core,
  tx: Tx,
  caller: Caller,
  withdrawalId: string,
  request: CallRequest<'withdrawal-create'>,
  player?: PlayerData,
): Promise<void> {
  const { method, connector, routePlan } = requireMethod(core, caller, withdrawalId, request);
  const definitions = showFields(method.fields ?? [], request.selectedCountry ?? caller.country);
  const fields = requireFields(definitions, request.fields ?? {}, method);
  await lockCaller(tx, caller);
  await requireWithdrawalAllowed(core, tx, caller, {
    method,
    amount: { amount: request.amount, currency: request.currency },
    fields,
  });
  const subject: FieldsSubject = { kind: 'withdrawal', id: withdrawalId, ...caller };
  const now = core.now();
  const withdrawal = await insertWithReference('KW', (reference) =>
    tx
      .insertInto('withdrawals')
      .values({
        id: withdrawalId,
        brand_id: caller.brandId,
        player_id: caller.playerId,
        reference,
        payment_method: method.name,
        connector,
        route_plan: JSON.stringify(routePlan),
        status: 'created',
        amount: toCurrencyDecimals(request.amount, request.currency),
        currency: request.currency,
        country: caller.country,
        fields_sealed: sealFields(core.vault, toSealContext(subject), fields),
        player_data_sealed: player && sealPlayerData(core.vault, subject, player),
        field_names: JSON.stringify(namesOf(method.fields ?? [])),
        hold_id: uuidv7(),
        settle_id: uuidv7(),
        return_id: uuidv7(),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['brand_id', 'reference']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  await indexFields(tx, core, subject, fields);
  await recordWithdrawalTransition(core, tx, withdrawal, null, 'requested by the player');
  const isAsked = await enqueueOperation(core, tx, {
    id: withdrawal.hold_id,
    brandId: caller.brandId,
    playerId: caller.playerId,
    kind: 'hold',
    money: moneyOf(withdrawal),
    purpose: purposeOf('withdrawal', withdrawal),
    withdrawalId,
  });
  if (isAsked) return;
  try {
    await admitWithdrawal(core, tx, withdrawal);
  } catch (error) {
    if (!isOverdraft(error)) throw error;
    throw new CallError(
      'balance.insufficient',
      "The player's balance doesn't cover the withdrawal.",
    );
  }
}

/** Returns the method, the plan of its routes, and the account of its payout. */
function requireMethod(
  core: Core,
  caller: Caller,
  withdrawalId: string,
  request: CallRequest<'withdrawal-create'>,
): { method: CatalogMethod; connector: string; routePlan: PlannedRoute[] } {
  if (request.currency !== caller.currency) {
    const message = "Only the currency of the player's account can be withdrawn.";
    throw new CallError('currency.unsupported', message);
  }
  const method = findMethod(
    core.catalogOf(caller.brandId),
    {
      name: request.paymentType,
      countries: [caller.country, request.selectedCountry ?? caller.country],
      currency: request.currency,
      accountType: caller.accountType,
    },
    'withdrawal',
  );
  if (method !== undefined) {
    const routePlan = routePayment(core, caller, method, request, drawBy(withdrawalId));
    const connector = requireFirstAccount(routePlan);
    const account = core.brands.get(caller.brandId)?.accounts.get(connector);
    if (account?.connector.payouts) return { method, connector, routePlan };
  }
  throw new CallError('method.unavailable', 'This withdrawal method is not offered here.');
}
