import {
  CallError,
  type CallRequest,
  cardViewTypes,
  type FieldDefinition,
  type FieldValues,
  feeOf,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { namesOf, showFields } from '../../catalog/fields.ts';
import { drawBy } from '../../catalog/plan-routes.ts';
import { banksOf, findMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import type { PlannedRoute } from '../../ground/database/tables/attempts.ts';
import { indexFields } from '../../ground/encryption/blind-index.ts';
import { type FieldsSubject, sealFields, toSealContext } from '../../ground/encryption/sealed.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { insertWithReference } from '../../ground/make-reference.ts';
import { type PlayerData, sealPlayerData } from '../../players/player-data.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { requireBonus, selectRequestedBonus } from '../bonuses/bonuses.ts';
import { recordTransition } from '../deposits/move-deposit.ts';
import { firstCheckMs, lifetimeMs } from '../deposits/plan-next-check.ts';
import { requireDepositAllowed, selectAllowance } from '../policy/require-allowed.ts';
import { requireFirstAccount, routePayment } from '../policy/route-payment.ts';
import { type BegunDeposit, mustReserve, reserveFirst } from '../provider-events/fail-over.ts';
import { keepDetails } from '../saved-details/keep-details.ts';
import { resolveDetails } from '../saved-details/resolve-details.ts';
import { requirePackageLeft } from '../sweepstake/offered-packages.ts';
import { requireFewOpen, selectOpenDeposits } from './require-few-open.ts';
import {
  requireSessionAndNoDuplicate,
  type Sought,
  selectSessionAndDuplicate,
  toSought,
} from './require-no-duplicate.ts';
import { type DepositRequest, resolveOrdered } from './resolve-ordered.ts';

/** The result of a preparation for the deposit that is created. */
export interface PreparedDeposit {
  /** The provider's fields besides the method's own. */
  fields: FieldDefinition[];
  routePlan: PlannedRoute[];
}

/**
 * Validates a player's order and inserts the deposit as `created`, before a provider is asked. The
 * caller has locked the player's row. Returns the deposit. The transaction ends with it.
 * @param prepared - the result of the method's preparation; null if it has none
 * @param player - what the order carries of the player
 * @throws CallError if the package, method, currency, amount, fields, bank, wallet, session, bonus or return
 * address is rejected; details.notFound; deposit.alreadyOpen if the player has yet to choose between an open deposit
 * and another one; requisites.noneFree, deposits.tooMany, invoices.tooMany, invoices.paused.
 */
export async function beginDeposit(
  core: Core,
  tx: Tx,
  caller: Caller,
  depositId: string,
  request: DepositRequest,
  { prepared = null, player }: { prepared?: PreparedDeposit | null; player?: PlayerData } = {},
): Promise<BegunDeposit> {
  const method = requireDepositMethod(core, caller, request);
  requireWallet(method, request.wallet);
  const country = request.selectedCountry ?? caller.country;
  const further = prepared?.fields ?? [];
  const asked = [...showFields(method.fields ?? [], country), ...further];
  const details = await resolveDetails(core, tx, caller, method, 'deposit', request, further);
  const fields = {
    ...details.fields,
    ...resolveBank(method, country, request.bank),
    ...resolveBuyer(method, caller, request.buyerCountry),
  };
  const routePlan =
    prepared?.routePlan ?? routePayment(core, caller, method, request, drawBy(depositId));
  const connector = requireFirstAccount(routePlan);
  const ordered = await resolveOrdered(core, tx, caller, method, { ...request, fields }, routePlan);
  const { money, account } = ordered;
  const session = request.paymentSessionId;
  const now = core.now();
  const { brandId, playerId, bonusId: wanted = '' } = { ...caller, ...request };
  const [facts] = await readFacts(tx, {
    player: { brandId, playerId },
    sought: toSought(core, { ...request, ...money }),
    bonusId: isUuid(wanted) ? wanted : null,
    now,
  });
  if (facts === undefined) throw new Error('A statement without a table has one row');
  requireSessionAndNoDuplicate(facts, request);
  requireFewOpen(facts);
  const payment = { method, amount: money, accountAmount: account, fields };
  await requireDepositAllowed(core, tx, caller, payment, facts);
  if (ordered.package !== null) await requirePackageLeft(tx, caller, ordered.package);
  const subject: FieldsSubject = { kind: 'deposit', id: depositId, ...caller };
  const { bonusId, isActivatedBonus: isActivated = false } = request;
  const { isBonusHidden = false } = method;
  if (bonusId !== undefined) {
    // The sender of coins decides the amount: what arrives is compared with the bonus's minimum.
    const amount = method.coin === undefined ? account.amount : null;
    const bonusDeposit = { isActivated, isBonusHidden, accountAmount: amount };
    requireBonus(core, caller, facts.bonus, bonusDeposit);
  }
  const order = {
    id: depositId,
    brand_id: caller.brandId,
    player_id: caller.playerId,
    payment_session_id: session ?? null,
    payment_method: method.name,
    connector,
    route_plan: JSON.stringify(routePlan),
    status: 'created' as const,
    amount: toCurrencyDecimals(money.amount, money.currency),
    currency: money.currency,
    payer_fee: toCurrencyDecimals(feeOf(method, money.amount, money.currency), money.currency),
    account_amount: account.amount,
    account_currency: account.currency,
    ...ordered.columns,
    country: caller.country,
    fields_sealed: sealFields(core.vault, toSealContext(subject), fields),
    player_data_sealed: player && sealPlayerData(core.vault, subject, player),
    field_names: JSON.stringify(namesOf(asked)),
    bonus_id: bonusId ?? null,
    is_bonus_activated: isActivated,
    ab_test_group: request.abTestGroup ?? null,
    return_url: resolveReturnUrl(core, caller, request.returnUrl),
    expires_at: new Date(now.getTime() + lifetimeMs),
    next_check_at: new Date(now.getTime() + firstCheckMs),
    created_at: now,
    updated_at: now,
  };
  await indexFields(tx, core, subject, fields);
  // The deposit's creation is the use of its details: the last paid deposit finds them by this time.
  await keepDetails({ ...core, now: () => now }, tx, caller, method, 'deposit', details);
  const isReserved = mustReserve(core, order, connector);
  const deposit = await insertWithReference('KS', (reference) =>
    recordTransition(core, tx, {
      write: { insert: { ...order, reference } },
      deposit: { ...nothingArrived, ...order, reference },
      from: null,
      reason: 'requested by the player',
      isLast: !isReserved,
    }),
  );
  return isReserved ? reserveFirst(core, tx, deposit) : { deposit };
}

/** What decides about a new deposit, read under the player's lock. */
const readFacts = compileOnce(
  (tx, of: { player: PlayerRef; sought: Sought; bonusId: string | null; now: Date }) =>
    tx
      .selectNoFrom([
        ...selectAllowance(tx, of.player, of.now),
        ...selectSessionAndDuplicate(tx, of.player, of.sought),
        selectRequestedBonus(tx, of.player, of.bonusId),
        selectOpenDeposits(of.player),
      ])
      .modifyEnd(asPrepared),
);

/** What the operator's event says of the money of a new deposit. */
const nothingArrived = {
  credited_amount: '0',
  reversed_amount: '0',
  refunded_amount: '0',
  charged_back_amount: '0',
  decline_reason: null,
  box_id: null,
  gold_amount: null,
  sweep_amount: null,
};

/**
 * Returns the method of an order, if it is offered to the player.
 * @throws CallError method.unavailable
 */
export function requireDepositMethod(
  core: Core,
  caller: Caller,
  request: Pick<CallRequest<'deposit-create'>, 'paymentType' | 'currency' | 'selectedCountry'>,
): CatalogMethod {
  const method = findMethod(core.catalogOf(caller.brandId), {
    name: request.paymentType,
    // The offer follows the token's country; the selected region only narrows it.
    countries: [caller.country, request.selectedCountry ?? caller.country],
    currency: request.currency,
    accountType: caller.accountType,
  });
  if (method === undefined) {
    throw new CallError('method.unavailable', 'This payment method is not offered here.');
  }
  return method;
}

/**
 * Returns the bank that the player pays from, as a field of the order.
 * @throws CallError request.invalid if it isn't one of the method's banks in the country
 */
function resolveBank(
  method: CatalogMethod,
  country: string,
  bank: string | undefined,
): FieldValues {
  if (bank === undefined) return {};
  if (banksOf(method, country).some(({ id }) => id === bank)) return { bank };
  const message = 'bank: is not a bank of this method here';
  throw new CallError('request.invalid', message, { field: 'bank' });
}

/** Requires the wallet on the player's button to be that of the method. */
function requireWallet({ wallet }: CatalogMethod, requested: string | undefined): void {
  if (requested === undefined || requested === wallet) return;
  const message = 'wallet: is not the wallet of this method';
  throw new CallError('request.invalid', message, { field: 'wallet' });
}

/**
 * Returns the country of a player who buys crypto, as a field for the providers, which serve some
 * countries only; no field for any other method.
 */
function resolveBuyer(
  { cardViewType }: CatalogMethod,
  caller: Caller,
  buyerCountry: string | undefined,
): FieldValues {
  if (cardViewType === cardViewTypes.onramp) return { country: buyerCountry ?? caller.country };
  if (buyerCountry === undefined) return {};
  const message = 'buyerCountry: this method sells no crypto';
  throw new CallError('request.invalid', message, { field: 'buyerCountry' });
}

/**
 * Returns the URL for the player's return. It must be the widget's, since any other URL would make
 * Kassa an open redirect.
 */
function resolveReturnUrl(core: Core, caller: Caller, requested: string | undefined): string {
  const fallback = `${core.publicUrl}/${caller.brandId}/form?returned=1`;
  if (requested === undefined) return fallback;
  const url = URL.parse(requested);
  if (url === null || url.origin !== core.publicUrl || url.username || url.password) {
    throw new CallError('returnUrl.forbidden', "returnUrl must be on the widget's own origin.");
  }
  return url.href;
}
