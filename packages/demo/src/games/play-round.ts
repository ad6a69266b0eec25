import { addDecimals } from '@kassa/contract';
import * as z from 'zod/mini';
import { callOperatorApi, type OperatorAccess, OperatorApiError } from '../operator-api.ts';
import { type Coin, type GameName, games } from './games.ts';

/** The end of a round: what was won, `0` if the stake is lost. */
export type Round = { kind: 'played'; won: string } | { kind: 'tooFewCoins' };

const anythingSchema = z.unknown();

const wageredSchema = z.object({
  turnover: z.array(z.object({ currency: z.string(), total: z.string() })),
});

interface PlayRequest {
  playerId: string;
  game: GameName;
  coin: Coin;
}

/** Returns the function that plays a round as a casino's backend does, one after the other. */
export function createTable(access: OperatorAccess): (asked: PlayRequest) => Promise<Round> {
  const winsNext = new Map<string, boolean>();
  let last: Promise<unknown> = Promise.resolve();
  return (asked) => {
    const round = last.catch(() => {}).then(() => playRound(access, asked, winsNext));
    last = round;
    return round;
  };
}

/**
 * Takes the stake, pays the win, and reports what the player wagered. A player wins every second round, from
 * the first one on, so that the demo can be followed.
 * @throws OperatorApiError
 */
async function playRound(
  access: OperatorAccess,
  { playerId, game, coin }: PlayRequest,
  winsNext: Map<string, boolean>,
): Promise<Round> {
  const path = `/players/${encodeURIComponent(playerId)}`;
  const stake = games[game].stakes[coin];
  const reason = `A round of ${games[game].title}`;
  const correct = (direction: 'credit' | 'debit', amount: string) =>
    callOperatorApi(access, `${path}/corrections`, anythingSchema, {
      direction,
      amount,
      currency: coin,
      reason,
    });
  try {
    await correct('debit', stake);
  } catch (error) {
    const codes = ['correction.aboveBalance', 'player.notFound', 'currency.unsupported'];
    if (error instanceof OperatorApiError && codes.includes(error.code)) {
      return { kind: 'tooFewCoins' };
    }
    throw error;
  }
  const { turnover } = await callOperatorApi(access, path, wageredSchema);
  const wagered = turnover.find(({ currency }) => currency === coin)?.total ?? '0';
  const total = addDecimals(wagered, stake);
  await callOperatorApi(access, `${path}/turnover`, anythingSchema, { currency: coin, total });
  const key = `${playerId} ${coin}`;
  const isWon = winsNext.get(key) ?? true;
  winsNext.set(key, !isWon);
  if (!isWon) return { kind: 'played', won: '0' };
  const won = addDecimals(stake, stake);
  await correct('credit', won);
  return { kind: 'played', won };
}
