import * as z from 'zod/mini';
import { accountCurrencySchema } from './currencies.ts';
import { chainShape } from './entities/chain-transaction.ts';
import { declineReasonSchema } from './entities/decline-reason.ts';
import { returnReasonSchema } from './entities/parked-code.ts';
import { takenBackSchema } from './entities/taken-back.ts';
import { userSchema } from './entities/user.ts';
import { decimalSchema } from './money.ts';
import { depositStatusWordSchema } from './wire/deposit-status.ts';
import { withdrawalStatusWordSchema } from './wire/withdrawal-status.ts';

/** The path of the socket (§7). */
export const socketPath = '/v4/socket.io';

/**
 * A call over the socket: `emit('call', request, ack)` (design §4). `body` holds the query of a
 * GET.
 */
export const socketCallSchema = z.object({
  name: z.string().check(z.maxLength(64)),
  method: z.enum(['GET', 'POST']),
  body: z.optional(z.unknown()),
  headers: z.optional(z.record(z.string(), z.string().check(z.maxLength(256)))),
});

export type SocketCall = z.infer<typeof socketCallSchema>;

/** The response to a socket call: the same status and body as over HTTP. */
export const socketAnswerSchema = z.object({
  status: z.number(),
  body: z.unknown(),
  /** The response headers that a widget uses: `etag`. */
  headers: z.optional(z.record(z.string(), z.string())),
});

export type SocketAnswer = z.infer<typeof socketAnswerSchema>;

/** Push `deposit.status` (§7): a hint that a deposit changed. */
export const depositStatusPushSchema = z.object({
  depositId: z.string(),
  /** 0 waiting, 1 processed, 2 mistaked (§3). */
  status: z.number(),
  /**
   * The same word as in `deposit-status`, so that a canceled deposit has its own text; undefined if
   * this version doesn't know the word.
   */
  word: z.catch(z.optional(depositStatusWordSchema), undefined),
  amount: decimalSchema,
  currency: accountCurrencySchema,
  /** The credited amount, once something was credited. */
  processingAmount: z.optional(decimalSchema),
  /** The currency of the player's account, if it differs from the deposit's. */
  processingCurrency: z.optional(accountCurrencySchema),
  /** The part of the credited amount that settled what the player owed, in the same currency. */
  settledDebt: z.optional(decimalSchema),
  /** What was taken back of the credited amount since, as in `deposit-status`. */
  takenBack: z.optional(takenBackSchema),
  /** The reason of a decline, if the provider names one. */
  declineReason: z.optional(declineReasonSchema),
  /** Why the money that had arrived was returned, as in `deposit-status`. */
  returnReason: z.optional(returnReasonSchema),
  /** As in `deposit-status`. */
  ...chainShape,
});

export type DepositStatusPush = z.infer<typeof depositStatusPushSchema>;

/** Push `withdrawal.status` (design §4): a hint that a withdrawal changed. */
export const withdrawalStatusPushSchema = z.object({
  withdrawalId: z.string(),
  /** 0 in progress, 1 paid, 2 not paid. */
  status: z.number(),
  /** The same word as in `withdrawal-status`. */
  word: withdrawalStatusWordSchema,
  amount: decimalSchema,
  currency: accountCurrencySchema,
});

export type WithdrawalStatusPush = z.infer<typeof withdrawalStatusPushSchema>;

/** Push `login.token` (§7): the signed-in player, sent on connect and when the balance changed. */
export const loginTokenPushSchema = userSchema;

/** The block that a player's `methods.changed` is about. */
export interface BlockPush {
  blockId: string;
}

/** Events from server to widget. */
export interface ServerToClientEvents {
  'deposit.status': (push: DepositStatusPush) => void;
  'withdrawal.status': (push: WithdrawalStatusPush) => void;
  'login.token': (user: z.infer<typeof loginTokenPushSchema>) => void;
  /**
   * The methods on offer changed: load them again. Without a block the brand's did (one went into
   * maintenance or was switched off); with one the player was blocked, or it was lifted.
   */
  'methods.changed': (block?: BlockPush) => void;
}

/** Events from widget to server. */
export interface ClientToServerEvents {
  call: (request: SocketCall, acknowledge: (answer: SocketAnswer) => void) => void;
  /** Tests the connection; the server acknowledges at once. */
  alive: (acknowledge: () => void) => void;
}
