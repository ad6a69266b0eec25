import type { BlockPush } from '@kassa/contract';
import type { Core, Publisher } from '../core/core.ts';
import { repeatUntil } from '../ground/repeat-until.ts';
import {
  type ChangedBonus,
  loadChangedBonuses,
  loadChangedOfPlayer,
  loadChangedOfPlayers,
  loadNewBlocks,
  type NewBlock,
} from '../messages/realtime/load-changed.ts';
import { publish } from '../messages/realtime/publish.ts';
import type { KassaServer, KassaSocket } from './socket-types.ts';

/** A new socket gets the changes of this time; after a longer break the widget asks by itself. */
const pushOnConnectMs = 15 * 60_000;

/**
 * Each query goes back this much further than to the last query, for rows written with a slow clock
 * or in a transaction that took long to commit.
 */
const overlapMs = 30_000;

/**
 * More than one player has under way. The oldest is dropped, and pushed again if it is found again.
 */
const mostRemembered = 200;

/** The state of one deposit, withdrawal, bonus or block, to be pushed. */
interface Update {
  /** The id of the deposit, withdrawal, bonus or block. */
  about: string;
  brandId: string;
  playerId: string;
  /** The push as JSON: a different text is a different state. */
  state: string;
  /**
   * Bonuses have no push of their own: they change the balance, which is pushed after all others.
   */
  send?: (socket: KassaSocket) => void;
  /** When a bonus changed: a balance that was loaded later includes it. */
  changedAt?: Date;
}

export interface SocketUpdates {
  /**
   * Pushes to a new socket the changes that it missed. Never rejects: if the database is
   * unavailable, the widget asks by itself, as it does on every connect.
   */
  pushMissed: (socket: KassaSocket) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Makes up for pushes that did not reach a socket, because another process sent them or the process
 * that should send them died. Every second each process queries the database for changes that its
 * sockets have not received.
 */
export function startSocketUpdates(
  io: KassaServer,
  core: Core,
  {
    pushUser,
    lookAgainMs,
  }: { pushUser: (socket: KassaSocket) => Promise<void>; lookAgainMs: number },
): SocketUpdates {
  const memory = buildMemory();
  io.on('connection', memory.listen);
  const pushNew = (socket: KassaSocket, all: Update[], askedAt: number) => {
    const unknown = all.filter((update) => memory.isNew(socket, update, askedAt));
    const fresh = unknown.filter(({ changedAt }) => !hasBalanceOf(socket, changedAt));
    for (const update of unknown) {
      memory.remember(socket, update);
      update.send?.(socket);
    }
    return fresh.length > 0;
  };
  let since = Date.now();
  const poll = async () => {
    const lookedAt = Date.now();
    const askedAt = performance.now();
    const sockets = [...io.of('/').sockets.values()];
    if (sockets.length > 0) {
      const playerIds = new Set(sockets.map(({ data }) => data.caller.playerId));
      const after = since - overlapMs;
      const [changed, bonuses, blocks] = await Promise.all([
        loadChangedOfPlayers(core.db, [...playerIds], after),
        loadChangedBonuses(core.db, [...playerIds], after),
        loadNewBlocks(core.db, [...playerIds], after),
      ]);
      const byPlayer = Map.groupBy(
        [
          ...changed.flatMap((it) => describe(core, it)),
          ...bonuses.map(describeBonus),
          ...blocks.map(describeBlock),
        ],
        ({ brandId, playerId }) => keyOf(brandId, playerId),
      );
      for (const socket of sockets) {
        const { brandId, playerId } = socket.data.caller;
        const ofPlayer = byPlayer.get(keyOf(brandId, playerId)) ?? [];
        // Not awaited: it may ask the operator's wallet, and a slow wallet must not delay other
        // sockets.
        if (pushNew(socket, ofPlayer, askedAt)) void pushUser(socket);
      }
    }
    since = lookedAt;
  };
  const stopping = new AbortController();
  const polling = repeatUntil(stopping.signal, lookAgainMs, () =>
    poll().catch((error: unknown) =>
      core.log.warn({ error }, 'missed pushes could not be loaded; trying again soon'),
    ),
  );
  return {
    pushMissed: async (socket) => {
      try {
        const askedAt = performance.now();
        const moment = new Date(core.now().getTime() - pushOnConnectMs);
        const changed = await loadChangedOfPlayer(core.db, socket.data.caller, moment);
        pushNew(
          socket,
          changed.flatMap((it) => describe(core, it)),
          askedAt,
        );
      } catch (error) {
        core.log.warn({ error }, 'missed pushes of a new socket could not be loaded');
      }
    },
    stop: async () => {
      stopping.abort();
      await polling;
    },
  };
}

const keyOf = (brandId: string, playerId: string) => `${brandId}:${playerId}`;

/**
 * Returns what `publish` would push now. Waiting deposits are left out: every widget assumes that
 * status.
 */
function describe(core: Core, changed: Parameters<typeof publish>[1]): Update[] {
  const updates: Update[] = [];
  const publisher: Publisher = {
    depositChanged: (brandId, playerId, push) => {
      if (push.status === 0) return;
      const send = (socket: KassaSocket) => void socket.emit('deposit.status', push);
      updates.push({ about: push.depositId, brandId, playerId, state: JSON.stringify(push), send });
    },
    withdrawalChanged: (brandId, playerId, push) => {
      const send = (socket: KassaSocket) => void socket.emit('withdrawal.status', push);
      updates.push({
        about: push.withdrawalId,
        brandId,
        playerId,
        state: JSON.stringify(push),
        send,
      });
    },
    userChanged: () => {},
    methodsChanged: () => {},
    blockChanged: () => {},
  };
  // The events were recorded before, so the outbox need not be woken.
  const outbox = { ...core.outbox, wake: () => {} };
  publish({ ...core, publisher, outbox }, changed);
  return updates;
}

/** Whether the socket's last pushed balance was loaded after `changedAt`. */
function hasBalanceOf({ data }: KassaSocket, changedAt: Date | undefined): boolean {
  return changedAt !== undefined && changedAt < (data.balanceLoadedAt ?? changedAt);
}

function describeBonus(bonus: ChangedBonus): Update {
  const { id, brand_id, player_id, status, updated_at } = bonus;
  const state = JSON.stringify({ status, updated_at });
  return { about: id, brandId: brand_id, playerId: player_id, state, changedAt: updated_at };
}

function describeBlock({ id, brand_id, player_id }: NewBlock): Update {
  const push: BlockPush = { blockId: id };
  const send = (socket: KassaSocket) => void socket.emit('methods.changed', push);
  return { about: id, brandId: brand_id, playerId: player_id, state: JSON.stringify(push), send };
}

/** The first part of a push: of `methods.changed` only that of a player has one. */
type Pushed = Partial<Record<'depositId' | 'withdrawalId' | 'blockId', string>> | undefined;

const remembered = ['deposit.status', 'withdrawal.status', 'methods.changed'];

/**
 * Stores the last pushed state of each deposit, withdrawal, bonus and block per socket, whichever code
 * pushed it.
 */
function buildMemory() {
  const pushed = new WeakMap<KassaSocket, Map<string, { state: string; at: number }>>();
  const remember = (socket: KassaSocket, { about, state }: Pick<Update, 'about' | 'state'>) => {
    const memory = pushed.get(socket);
    if (memory === undefined) return;
    memory.delete(about);
    memory.set(about, { state, at: performance.now() });
    const [oldest] = memory.keys();
    if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
  };
  return {
    remember,
    listen: (socket: KassaSocket) => {
      pushed.set(socket, new Map());
      socket.onAnyOutgoing((event: string, push: Pushed) => {
        if (!remembered.includes(event) || push === undefined) return;
        const about = push.depositId ?? push.withdrawalId ?? push.blockId ?? '';
        remember(socket, { about, state: JSON.stringify(push) });
      });
    },
    /** Also false for a push since `askedAt`, which may be newer than the state found. */
    isNew: (socket: KassaSocket, { about, state }: Update, askedAt: number) => {
      const last = pushed.get(socket)?.get(about);
      return last === undefined || (last.at < askedAt && last.state !== state);
    },
  };
}
