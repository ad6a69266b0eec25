import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { loadWindows } from '../../money/policy/usage.ts';
import { endForbiddenDeposits } from '../../money/provider-events/end-forbidden-deposits.ts';
import { isOpen } from '../../money/states/deposit.machine.ts';
import {
  blockPlayer,
  findBlock,
  isInForce,
  listPlayerBlocks,
  unblockPlayer,
} from '../../players/player-blocks.ts';
import { setPlayerLimit } from '../../players/player-limits.ts';
import type { ActOf } from './acts.ts';
import { amountOf, choosePlayer, listDeposits } from './choose.ts';
import type { World } from './world.ts';

/* Blocks, self-exclusions and limits, which end a player's open deposits. */

const by = { actor: 'desk', reason: 'as asked' };
/** A self-exclusion is over before the operator resolves what is left. */
const exclusionMs = 24 * 3600_000;

export async function takeBlock(
  world: World,
  core: Core,
  { player: index, what, source }: ActOf<'block'>,
): Promise<void> {
  const player = choosePlayer(world, index);
  const until = source === 'operator' ? null : new Date(world.now().getTime() + exclusionMs);
  const block = { id: uuidv7(), what, source, until, ...by };
  await core.db.transaction().execute((tx) => blockPlayer(core, tx, player, block));
  const { playerId } = player;
  world.blocked.push({ playerId, after: uuidv7(), before: null, until });
  await endForbiddenDeposits(core, player);
  // Another step may have lifted the block meanwhile.
  if ((await findBlock(world, world.db, player, 'deposit')) === undefined) return;
  await expectNoneOpen(world, player, `blocked (${source})`);
}

/** Lifts a player's blocks; a self-exclusion stays. */
export async function takeUnblock(
  world: World,
  core: Core,
  { player: index }: Pick<ActOf<'unblock'>, 'player'>,
): Promise<void> {
  const player = choosePlayer(world, index);
  const lifted = uuidv7();
  for (const it of world.blocked) {
    const isLifted = it.playerId === player.playerId && it.until === null;
    if (isLifted) it.before ??= lifted;
  }
  const blocks = await listPlayerBlocks(core.db, player);
  for (const block of blocks.filter((one) => isInForce(one, world.now()))) {
    const lifting = { id: block.id, actor: by.actor };
    await core.db.transaction().execute((tx) => unblockPlayer(core, tx, player, lifting));
  }
}

export async function takeLimit(
  world: World,
  core: Core,
  { player: index, cents }: ActOf<'limit'>,
): Promise<void> {
  const player = choosePlayer(world, index);
  const { currency } = player;
  const query = { ...player, transaction: 'deposit' as const };
  const isExceeded = async (db: Parameters<typeof loadWindows>[1]) =>
    (await loadWindows(world.courier, db, query)).some((window) => window.isExceeded);
  const changed = uuidv7();
  for (const it of world.limited) if (it.playerId === player.playerId) it.before ??= changed;
  const wasExceeded = await core.db.transaction().execute(async (tx) => {
    await setPlayerLimit(core, tx, player, {
      transaction: 'deposit',
      period: 'day',
      source: 'operator',
      amount: { amount: amountOf(cents, currency), currency },
      ...by,
    });
    return isExceeded(tx);
  });
  const { playerId } = player;
  const max = amountOf(cents, currency);
  world.limited.push({ playerId, after: uuidv7(), before: null, max });
  await endForbiddenDeposits(core, player);
  // Another step may have freed the limit meanwhile.
  if (wasExceeded && (await isExceeded(world.db))) await expectNoneOpen(world, player, 'limited');
}

/** Requires that none of a player's deposits is open any more. */
async function expectNoneOpen(world: World, { playerId }: Caller, why: string): Promise<void> {
  const open = (await listDeposits(world)).filter(
    ({ player_id, status }) => player_id === playerId && isOpen(status),
  );
  for (const { id } of open) world.findings.push(`deposit ${id} is open, its player ${why}`);
}
