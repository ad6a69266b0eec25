import type { Core, Publisher } from '../core/core.ts';
import { repeatUntil } from '../ground/repeat-until.ts';
import {
  type ChangedBonus,
  loadChangedBonuses,
  loadChangedOfPlayer,
  loadChangedOfPlayers,
} from '../messages/realtime/load-changed.ts';
import { publish } from '../messages/realtime/publish.ts';
import type { KassaServer, KassaSocket } from './socket-types.ts';

/** Who connects is told of what changed within this time: longer, and the widget asks anyway. */
const tellOnConnectMs = 15 * 60_000;

/**
 * Each look goes back this much further than to the last: to what was written by a clock that is
 * slow, or in a transaction that took long to commit.
 */
const overlapMs = 30_000;

/** More than one player has under way; the oldest is told again if it comes up again. */
const mostRemembered = 200;

/** How one deposit, withdrawal or bonus stands, ready to be pushed. */
interface Update {
  /** Its id. */
  about: string;
  brandId: string;
  playerId: string;
  /** The push as JSON: another one is another state. */
  state: string;
  /** Bonuses have no push of their own: they change the balance, which is pushed after all others. */
  send?: (socket: KassaSocket) => void;
  /** When a bonus changed: a balance that was pushed later has it. */
  changedAt?: Date;
}

export interface SocketUpdates {
  /**
   * Tells a socket how things stand that changed while nobody could tell it. Never rejects: where the
   * database is away the widget asks, as it does on every connect.
   */
  tell: (socket: KassaSocket) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Makes good for every push that did not reach a socket, because that is another process's or the one
 * that was to send it died: by the database, which every process sees, each looks every second for what
 * its sockets were not told.
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
  const tellNew = (socket: KassaSocket, all: Update[], askedAt: number) => {
    const unknown = all.filter((update) => memory.isNew(socket, update, askedAt));
    const fresh = unknown.filter(({ changedAt }) => !hasBalanceOf(socket, changedAt));
    for (const update of unknown) {
      memory.remember(socket, update);
      update.send?.(socket);
    }
    return fresh.length > 0;
  };
  let since = Date.now();
  const look = async () => {
    const lookedAt = Date.now();
    const askedAt = performance.now();
    const sockets = [...io.of('/').sockets.values()];
    if (sockets.length > 0) {
      const playerIds = new Set(sockets.map(({ data }) => data.caller.playerId));
      const after = since - overlapMs;
      const [changed, bonuses] = await Promise.all([
        loadChangedOfPlayers(core.db, [...playerIds], after),
        loadChangedBonuses(core.db, [...playerIds], after),
      ]);
      const byPlayer = Map.groupBy(
        [...changed.flatMap((it) => describe(core, it)), ...bonuses.map(describeBonus)],
        ({ brandId, playerId }) => keyOf(brandId, playerId),
      );
      for (const socket of sockets) {
        const { brandId, playerId } = socket.data.caller;
        const theirs = byPlayer.get(keyOf(brandId, playerId)) ?? [];
        // Not waited for: it asks the operator's wallet, and one that hangs is no other socket's matter.
        if (tellNew(socket, theirs, askedAt)) void pushUser(socket);
      }
    }
    since = lookedAt;
  };
  const stopping = new AbortController();
  const looking = repeatUntil(stopping.signal, lookAgainMs, () =>
    look().catch((error: unknown) =>
      core.log.warn({ error }, 'no look at what sockets were not told; again soon'),
    ),
  );
  return {
    tell: async (socket) => {
      try {
        const askedAt = performance.now();
        const moment = new Date(core.now().getTime() - tellOnConnectMs);
        const changed = await loadChangedOfPlayer(core.db, socket.data.caller, moment);
        tellNew(
          socket,
          changed.flatMap((it) => describe(core, it)),
          askedAt,
        );
      } catch (error) {
        core.log.warn({ error }, 'a socket could not be told what it missed');
      }
    },
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}

const keyOf = (brandId: string, playerId: string) => `${brandId}:${playerId}`;

/** What `publish` would push now. A deposit that still waits is left out: every widget assumes it. */
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
  };
  // Told again, and nothing new for the operator.
  const outbox = { ...core.outbox, wake: () => {} };
  publish({ ...core, publisher, outbox }, changed);
  return updates;
}

/** Whether the balance was loaded for a socket after something changed. */
function hasBalanceOf({ data }: KassaSocket, changedAt: Date | undefined): boolean {
  return changedAt !== undefined && changedAt < (data.balanceLoadedAt ?? changedAt);
}

function describeBonus(bonus: ChangedBonus): Update {
  const { id, brand_id, player_id, status, updated_at } = bonus;
  const state = JSON.stringify({ status, updated_at });
  return { about: id, brandId: brand_id, playerId: player_id, state, changedAt: updated_at };
}

/** What each socket was last told of each deposit, withdrawal and bonus, by whomever. */
function buildMemory() {
  const told = new WeakMap<KassaSocket, Map<string, { state: string; at: number }>>();
  const remember = (socket: KassaSocket, { about, state }: Pick<Update, 'about' | 'state'>) => {
    const memory = told.get(socket);
    if (memory === undefined) return;
    memory.delete(about);
    memory.set(about, { state, at: performance.now() });
    const [oldest] = memory.keys();
    if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
  };
  return {
    remember,
    listen: (socket: KassaSocket) => {
      told.set(socket, new Map());
      socket.onAnyOutgoing((event: string, push: { depositId?: string; withdrawalId?: string }) => {
        if (event !== 'deposit.status' && event !== 'withdrawal.status') return;
        const about = push.depositId ?? push.withdrawalId ?? '';
        remember(socket, { about, state: JSON.stringify(push) });
      });
    },
    /** False also for what it was told since `askedAt`: that may be newer than what was found. */
    isNew: (socket: KassaSocket, { about, state }: Update, askedAt: number) => {
      const last = told.get(socket)?.get(about);
      return last === undefined || (last.at < askedAt && last.state !== state);
    },
  };
}
