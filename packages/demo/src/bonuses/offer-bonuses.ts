import { formatMoney } from '@kassa/contract';
import * as z from 'zod/mini';
import { callOperatorApi, type OperatorAccess, registerPlayer } from '../operator-api.ts';
import { siteFormatOf, siteTextsOf } from '../site-texts.ts';
import { toBonusAmount } from './bonus-amounts.ts';
import { type BonusName, type BonusPreset, demoBonuses, presetBonuses } from './demo-bonuses.ts';
import {
  type HostBonus,
  type OperatorBonus,
  operatorBonusSchema,
  toHostBonus,
} from './operator-bonus.ts';

/** A bonus offered to a player, and its name in the demo's pages. */
interface OfferedBonus {
  name: BonusName;
  bonus: HostBonus;
}

interface OfferRequest {
  playerId: string;
  currency: string;
  /** The cashier's language. */
  locale: string;
  preset: BonusPreset;
}

const listSchema = z.object({ items: z.array(operatorBonusSchema) });

/**
 * Returns the bonuses of a preset: those still open for the player, and new ones instead of those
 * that are used or about to expire. Kassa stores each of them, so that a deposit can accrue it.
 * @throws OperatorApiError
 */
export async function offerBonuses(
  access: OperatorAccess,
  { playerId, currency, locale, preset }: OfferRequest,
): Promise<OfferedBonus[]> {
  const names = presetBonuses[preset];
  if (names.length === 0) return [];
  const path = `${await registerPlayer(access, playerId)}/bonuses`;
  const { items } = await callOperatorApi(access, path, listSchema);
  const offered: OfferedBonus[] = [];
  for (const name of names) {
    const bonus =
      items.find((one) => isUsable(one, name, currency)) ??
      (await callOperatorApi(
        access,
        path,
        operatorBonusSchema,
        offerOf(name, { currency, locale }),
      ));
    // An offer of an earlier visit may be in another language.
    const content = contentOf(name, { currency, locale });
    offered.push({ name, bonus: { ...toHostBonus(bonus), content } });
  }
  return offered;
}

type Player = Pick<OfferRequest, 'currency' | 'locale'>;

function offerOf(name: BonusName, player: Player): object {
  const { currency } = player;
  const { terms, lifeMs } = demoBonuses[name];
  const { minDeposit, maxBonusAmount, maxSpinWin } = terms;
  const mustAccrueBefore = new Date(Date.now() + lifeMs).toISOString();
  return {
    ...terms,
    ...contentOf(name, player),
    minDeposit: toBonusAmount(minDeposit, currency),
    ...(maxBonusAmount && { maxBonusAmount: toBonusAmount(maxBonusAmount, currency) }),
    ...(maxSpinWin && { maxSpinWin: toBonusAmount(maxSpinWin, currency) }),
    currency,
    mustAccrueBefore,
    reason: reasonOf(name),
  };
}

/** Returns a bonus's texts in the player's language and currency. */
function contentOf(name: BonusName, { currency, locale }: Player): HostBonus['content'] {
  const { title, subtitle } = siteTextsOf(locale).bonuses[name];
  const { maxBonusAmount } = demoBonuses[name].terms;
  if (subtitle === undefined || maxBonusAmount === undefined) return { title };
  const amount = toBonusAmount(maxBonusAmount, currency);
  const words = formatMoney({ amount, currency }, siteFormatOf(locale), { trimZeros: true });
  return { title, subtitle: subtitle.replace('{amount}', words) };
}

/** Whether an offered bonus can be used; one that is used or about to expire is offered again. */
function isUsable(
  { status, currency: own, reason, mustAccrueBefore }: OperatorBonus,
  name: BonusName,
  currency: string,
): boolean {
  const leftMs = Date.parse(mustAccrueBefore) - Date.now();
  return (
    status === 'offered' &&
    own === currency &&
    reason === reasonOf(name) &&
    leftMs > demoBonuses[name].lifeMs / 2
  );
}

/** Returns the reason by which the demo recognizes its own offers. */
function reasonOf(name: BonusName): string {
  return `Northline's bonus "${name}"`;
}
