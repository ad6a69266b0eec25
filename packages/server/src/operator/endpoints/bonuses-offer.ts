import { bonusOnWithdrawalSchema, CallError, currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { offerBonus } from '../../money/bonuses/offer-bonus.ts';
import { defineAct } from '../define-endpoint.ts';
import { bonusSchema, describeBonus, findPlayerRef, playerField } from '../lookup/players.ts';
import { reasonSchema } from '../request-fields.ts';

const textSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

const requestSchema = z.strictObject({
  ...playerField,
  kind: z.enum(['deposit', 'freespin']),
  title: textSchema,
  subtitle: z.optional(textSchema),
  currency: currencySchema.check(z.describe("the currency of the player's account")),
  minDeposit: decimalSchema.check(z.describe('the smallest deposit that earns the bonus')),
  mustAccrueBefore: z.iso.datetime({ offset: true }),
  percent: z.optional(
    decimalSchema.check(z.describe('percentage of the deposit; for a deposit bonus')),
  ),
  maxBonusAmount: z.optional(decimalSchema),
  spins: z.optional(z.int().check(z.positive())),
  maxSpinWin: z.optional(decimalSchema),
  games: z.optional(z.array(textSchema)),
  wagerMultiplier: z.optional(decimalSchema),
  payoutMultiplier: z.optional(decimalSchema),
  onWithdrawal: z.optional(
    bonusOnWithdrawalSchema.check(
      z.describe(
        'whether a withdrawal before the wagering is done forfeits the bonus, the default',
      ),
    ),
  ),
  reason: reasonSchema,
});

type Request = z.infer<typeof requestSchema>;

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/bonuses',
  scope: 'bonuses',
  summary: 'Offer a player a deposit bonus or free spins.',
  subject: { kind: 'player', field: 'player' },
  command: { words: 'bonuses offer', arguments: ['player'] },
  request: requestSchema,
  response: bonusSchema,
  act: async (core, { tx, operator, resourceId }, request) => {
    const ref = await findPlayerRef(tx, operator.brandId, request.player);
    const bonus = await offerBonus(core, tx, ref, {
      ...readKind(request),
      id: resourceId,
      title: request.title,
      subtitle: request.subtitle ?? null,
      currency: request.currency,
      minDeposit: request.minDeposit,
      wagerMultiplier: request.wagerMultiplier ?? null,
      payoutMultiplier: request.payoutMultiplier ?? null,
      onWithdrawal: request.onWithdrawal ?? 'forfeited',
      mustAccrueBefore: new Date(request.mustAccrueBefore),
      actor: operator.actor,
      reason: request.reason,
    });
    return {
      response: describeBonus(bonus),
      subject: { kind: 'player', id: ref.playerId },
      after: describeBonus(bonus),
      afterCommit: () => core.publisher.userChanged(operator.brandId, ref.playerId),
    };
  },
});

/**
 * @throws CallError request.invalid if a field of the other kind is given or a field is missing.
 */
function readKind({ kind, percent, maxBonusAmount, spins, maxSpinWin, games }: Request) {
  if (kind === 'deposit') {
    refuse({ spins, maxSpinWin, games }, 'is only for free spins');
    if (percent === undefined) throw invalid('percent', 'is required for a deposit bonus');
    return { kind, percent, maxBonusAmount: maxBonusAmount ?? null };
  }
  refuse({ percent, maxBonusAmount }, 'is only for a deposit bonus');
  if (spins === undefined) throw invalid('spins', 'is required for free spins');
  return { kind, spins, maxSpinWin: maxSpinWin ?? null, games: games ?? [] };
}

function refuse(fields: Record<string, unknown>, message: string): void {
  const given = Object.entries(fields).find(([, value]) => value !== undefined);
  if (given !== undefined) throw invalid(given[0], message);
}

function invalid(field: string, message: string): CallError {
  return new CallError('request.invalid', `${field}: ${message}`, { field });
}
