import * as z from 'zod/mini';
import { type BonusName, type BonusPreset, demoBonuses, presetBonuses } from './demo-bonuses.ts';
import { callOperatorApi, type OperatorAccess } from './operator-api.ts';
import {
  type HostBonus,
  type OperatorBonus,
  operatorBonusSchema,
  toHostBonus,
} from './operator-bonus.ts';

/** A bonus that a player is offered, and the name that the demo's pages have for it. */
interface OfferedBonus {
  name: BonusName;
  bonus: HostBonus;
}

interface OfferRequest {
  playerId: string;
  currency: string;
  preset: BonusPreset;
}

const listSchema = z.object({ items: z.array(operatorBonusSchema) });
const anythingSchema = z.unknown();

/**
 * Has the bonuses of a preset: those that the player is still offered, and new ones where they have
 * been used or are about to end. Kassa knows each, so that a deposit with it brings it.
 * @throws OperatorApiError
 */
export async function offerBonuses(
  access: OperatorAccess,
  { playerId, currency, preset }: OfferRequest,
): Promise<OfferedBonus[]> {
  const names = presetBonuses[preset];
  if (names.length === 0) return [];
  // One who never opened the cashier isn't known yet.
  await callOperatorApi(access, '/players', anythingSchema, { player: playerId });
  const path = `/players/${encodeURIComponent(playerId)}/bonuses`;
  const { items } = await callOperatorApi(access, path, listSchema);
  const offered: OfferedBonus[] = [];
  for (const name of names) {
    const bonus =
      items.find((one) => isStillGood(one, name, currency)) ??
      (await callOperatorApi(access, path, operatorBonusSchema, offerOf(name, currency)));
    offered.push({ name, bonus: toHostBonus(bonus) });
  }
  return offered;
}

function offerOf(name: BonusName, currency: string): object {
  const { terms, lifeMs } = demoBonuses[name];
  const mustAccrueBefore = new Date(Date.now() + lifeMs).toISOString();
  return { ...terms, currency, mustAccrueBefore, reason: reasonOf(name) };
}

/** One that was used, or has little of its time left, is offered anew. */
function isStillGood(
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

/** By what the demo knows its own offers again. */
function reasonOf(name: BonusName): string {
  return `Northline's bonus "${name}"`;
}
