import { bonusOnWithdrawalSchema, type HostDataInput } from '@kassa/contract';
import * as z from 'zod/mini';

export type HostBonus = NonNullable<HostDataInput['bonusList']>[number];

/** A bonus in Kassa's operator API, as far as a host passes it on. */
export const operatorBonusSchema = z.object({
  id: z.string(),
  kind: z.enum(['deposit', 'freespin']),
  status: z.string(),
  title: z.string(),
  subtitle: z.nullable(z.string()),
  currency: z.string(),
  minDeposit: z.string(),
  percent: z.nullable(z.string()),
  maxBonusAmount: z.nullable(z.string()),
  spins: z.nullable(z.number()),
  maxSpinWin: z.nullable(z.string()),
  games: z.array(z.string()),
  wagerMultiplier: z.nullable(z.string()),
  payoutMultiplier: z.nullable(z.string()),
  onWithdrawal: bonusOnWithdrawalSchema,
  mustAccrueBefore: z.string(),
  reason: z.string(),
});

export type OperatorBonus = z.infer<typeof operatorBonusSchema>;

/**
 * Converts a bonus to the host's format for the cashier. It keeps Kassa's id, by which the server
 * recognizes it.
 */
export function toHostBonus(bonus: OperatorBonus): HostBonus {
  const { wagerMultiplier, payoutMultiplier, minDeposit, maxSpinWin, maxBonusAmount } = bonus;
  const rules = {
    minDeposit,
    ...(wagerMultiplier !== null && { wagerMultiplier }),
    ...(payoutMultiplier !== null && { payoutMultiplier }),
  };
  return {
    id: bonus.id,
    type: bonus.kind,
    currency: bonus.currency,
    mustAccruedBefore: bonus.mustAccrueBefore,
    onWithdrawal: bonus.onWithdrawal,
    content: {
      title: bonus.title,
      ...(bonus.subtitle !== null && { subtitle: bonus.subtitle }),
    },
    ...(bonus.kind === 'deposit'
      ? {
          depositBonusData: {
            ...rules,
            ...(maxBonusAmount !== null && { maxBonusAmount }),
            ...(bonus.percent !== null && { percent: bonus.percent }),
          },
        }
      : {
          freespinBonusData: {
            ...rules,
            ...(maxSpinWin !== null && { maxSpinWin }),
            ...(bonus.spins !== null && { count: bonus.spins }),
            gamesContent: bonus.games.map((nameEn) => ({ nameEn })),
          },
        }),
  };
}
