import { CallError, type CallRequest, type CallResponse, requisiteSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Account } from '../../brands/accounts.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { requireMethodOn } from '../../catalog/method-switches.ts';
import { drawBy } from '../../catalog/plan-routes.ts';
import type { PrepareOutcome } from '../../connectors/connector.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { takeDailyUse } from '../../players/daily-uses.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import { askProvider, fewRetries } from '../../providers/ask-provider.ts';
import { validateRequestedFields } from '../deposits/requested-fields.ts';
import { requireFirstAccount, routePayment } from '../policy/route-payment.ts';
import { type PreparedDeposit, requireDepositMethod } from './begin-deposit.ts';

type Preparation = CallResponse<'deposit-prepare'>;

/** How often a provider prepares a player's deposits within a day. */
const mostPreparationsOfDay = 500;

const nothing: Preparation = { details: [], fields: [] };

/**
 * Loads the details and fields that a method's provider shows the player before a deposit is
 * created; empty if the connector prepares nothing.
 * @throws CallError method.unavailable, method.maintenance, player.blocked, player.selfExcluded,
 * provider.declined, banking.merchantClientError, provider.unavailable, provider.timeout, rate.ofDay
 */
export async function prepareDeposit(
  core: Core,
  caller: Caller,
  request: CallRequest<'deposit-prepare'>,
): Promise<Preparation> {
  const { paymentMethod: paymentType, selectedCountry } = request;
  const currency = request.currency ?? resolveCurrency(core, caller, paymentType);
  const method = requireDepositMethod(core, caller, { paymentType, currency, selectedCountry });
  await requireMethodOn(core, core.db, caller.brandId, method.name);
  await requireNotBlocked(core, core.db, caller, 'deposit');
  const { account } = planPrepared(core, caller, method, currency);
  return askToPrepare(core, caller, method, { currency, account });
}

/**
 * Loads the prepared fields again when a deposit is created, with the plan of the routes whose
 * first account gave them: the deposit is validated against the provider's fields, never against
 * those that a client claims. Null if the method needs no preparation.
 * @throws CallError as `prepareDeposit`
 */
export async function loadPrepared(
  core: Core,
  caller: Caller,
  method: CatalogMethod,
  { currency }: Pick<CallRequest<'deposit-create'>, 'currency'>,
): Promise<PreparedDeposit | null> {
  if (method.isPreparationRequired !== true) return null;
  await requireMethodOn(core, core.db, caller.brandId, method.name);
  await requireNotBlocked(core, core.db, caller, 'deposit');
  const { account, routePlan } = planPrepared(core, caller, method, currency);
  const { fields } = await askToPrepare(core, caller, method, { currency, account });
  return { fields, routePlan };
}

/**
 * Returns the account's currency if the method supports it, otherwise the method's first currency.
 */
function resolveCurrency(core: Core, { brandId, currency }: Caller, name: string): string {
  const method = core.catalogOf(brandId).methods.find((one) => one.name === name);
  const supported = Object.keys(method?.amount_rules ?? {});
  return supported.includes(currency) ? currency : (supported[0] ?? currency);
}

/**
 * Plans the routes of a method with preparation. Its form is shown before there is a deposit and an
 * amount, so the player's id takes the place of the deposit's: the account that is asked to prepare
 * is the one that is asked to create. The draw doesn't change with time: a form may name a payee,
 * and a player who paid there needs a deposit at the same account.
 */
function planPrepared(core: Core, caller: Caller, method: CatalogMethod, currency: string) {
  const payment = { amount: null, currency };
  const routePlan = routePayment(core, caller, method, payment, drawBy(caller.playerId));
  return { routePlan, account: requireFirstAccount(routePlan) };
}

async function askToPrepare(
  core: Core,
  caller: Caller,
  method: CatalogMethod,
  { currency, account: connector }: { currency: string; account: string },
): Promise<Preparation> {
  const { brandId, playerId } = caller;
  await takeDailyUse(core, caller, 'preparation', mostPreparationsOfDay);
  const account = core.brands.get(brandId)?.accounts.get(connector);
  const request = { playerId, paymentMethod: method.name, currency };
  const provider = { brandId, connector, playerId, operation: 'prepare' as const };
  const outcome = await askProvider<PrepareOutcome>(
    core,
    provider,
    async ({ prepare }) =>
      prepare === undefined
        ? { kind: 'prepared', ...nothing }
        : validatePreparation(await prepare(request), method, account),
    fewRetries,
  );
  if (outcome.kind === 'error') throw toCallError(outcome);
  return { details: outcome.details, fields: outcome.fields };
}

const detailsSchema = z.array(requisiteSchema).check(z.maxLength(24));

/**
 * Validates a preparation: one that no form can show is the error `malformed`. Removes the method's
 * own fields.
 */
function validatePreparation(
  outcome: PrepareOutcome,
  method: CatalogMethod,
  account: Account | undefined,
): PrepareOutcome {
  if (outcome.kind === 'error') return outcome;
  const refuse = (detail: string) => ({ kind: 'error', error: 'malformed', detail }) as const;
  const details = detailsSchema.safeParse(outcome.details);
  if (!details.success) return refuse("the details can't be shown");
  const checked = validateRequestedFields(outcome.fields, {
    hasPciScope: account?.hasPciScope === true,
  });
  if (checked.kind === 'invalid') return refuse(checked.detail);
  const own = new Set((method.fields ?? []).map(({ name }) => name));
  const fields = checked.fields.filter(({ name }) => !own.has(name));
  return { kind: 'prepared', details: details.data, fields };
}

function toCallError(outcome: Extract<PrepareOutcome, { kind: 'error' }>): CallError {
  switch (outcome.error) {
    case 'declined':
      return outcome.message === null
        ? new CallError('provider.declined', 'The payment provider declined this player.')
        : new CallError('banking.merchantClientError', outcome.message);
    case 'timeoutUnknown':
      return new CallError('provider.timeout', 'The payment provider did not respond in time.');
    default:
      return new CallError('provider.unavailable', 'The payment provider is not available.');
  }
}
