import {
  CallError,
  type Decimal,
  floorToCurrency,
  padToCurrency,
  type User,
  type WalletProfile,
  type WalletRefusal,
  type WalletRequest,
  walletDoneSchema,
  walletProfileSchema,
  walletRefusalSchema,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { HttpWalletSettings } from '../../../brands/wallet-settings.ts';
import type { Caller, StatedProfile } from '../../../core/caller.ts';
import type {
  HoldRequest,
  WalletRequest as Movement,
  WalletAnswer,
  WalletPlayer,
  WalletPort,
} from '../../../core/wallet-port.ts';
import type { Log } from '../../../ground/log.ts';
import { postSigned, type SignedAnswer } from '../../../ground/signed-http/post-signed.ts';
import { readPerson } from '../../../players/player-profile.ts';

/**
 * Builds the operator's own wallet over HTTP (docs/wallet.md). It never retries: without a clear
 * response the answer is `unknown`, and the queue of wallet operations repeats the same transfer.
 */
export function buildHttpWallet(settings: HttpWalletSettings, log: Log): WalletPort {
  const move = async (request: WalletTransfer): Promise<WalletAnswer> =>
    decodeAnswer(
      log,
      request,
      await postSigned(settings, { id: request.transferId, body: request }),
    );
  return {
    profile: (caller) => loadProfile(settings, log, caller),
    person: (caller) => loadPerson(settings, log, caller),
    remote: {
      credit: (movement) => move({ operation: 'credit', ...encode(movement) }),
      debit: (movement) => move({ operation: 'debit', ...encode(movement) }),
      hold: (movement) => move({ operation: 'hold', ...encode(movement) }),
      capture: (movement) => move({ operation: 'capture', ...encodeOfHold(movement) }),
      release: (movement) => move({ operation: 'release', ...encodeOfHold(movement) }),
      balance: (player, currency) => loadBalance(settings, log, player, currency),
      hasDebits: settings.debits === 'debit',
    },
  };
}

type WalletTransfer = Exclude<WalletRequest, { operation: 'profile' }>;

function encode({ transferId, brandId, externalId, money, subjectId, purpose }: Movement) {
  const amount = padToCurrency(money.amount, money.currency);
  const { currency } = money;
  return {
    transferId,
    playerId: externalId,
    amount,
    currency,
    subjectId,
    // The wallet may have seen the transfer before: its body stays as it was then.
    ...(purpose === null ? {} : { brand: brandId, ...purpose }),
  };
}

function encodeOfHold(movement: HoldRequest) {
  return { ...encode(movement), holdId: movement.holdId };
}

/**
 * Only a valid response to this very transfer counts; after any other the transfer may or may not
 * have happened.
 */
function decodeAnswer(log: Log, transfer: WalletTransfer, answer: SignedAnswer): WalletAnswer {
  if (answer.kind === 'failed') {
    return { kind: 'unknown', detail: `${answer.failure}: ${answer.detail}` };
  }
  const { status, json } = answer;
  if (status === 200) {
    const done = walletDoneSchema.safeParse(json);
    if (done.success && done.data.transferId === transfer.transferId) return { kind: 'done' };
  }
  if (status === 409 || status === 422) {
    const refusal = walletRefusalSchema.safeParse(json);
    if (refusal.success) return decodeRefusal(log, transfer, refusal.data.error);
  }
  const detail = `status ${status} with an unreadable body`;
  const isNew = transfer.operation === 'debit' && statusesOfUnreadRequests.has(status);
  return { kind: isNew ? 'unknownOperation' : 'unknown', detail };
}

/** The statuses of a wallet that knows the operations of the release before only. */
const statusesOfUnreadRequests: ReadonlySet<number> = new Set([400, 422, 501]);

function decodeRefusal(
  log: Log,
  { transferId, operation }: WalletTransfer,
  { code, message }: { code: WalletRefusal; message?: string | undefined },
): WalletAnswer {
  if (code === 'transferReused') {
    // An earlier request with this id may have moved the money, so this is no reliable refusal. The
    // message stays out of the log, since it may name the player.
    log.error(
      { transferId, operation },
      "the operator's wallet knows the transfer id with another body",
    );
    return { kind: 'unknown', detail: code };
  }
  if (code === 'unknownOperation') return { kind: 'unknownOperation', detail: code };
  const detail = message === undefined ? code : `${code}: ${message}`;
  const reason = code === 'insufficient' || code === 'unknownPlayer' ? code : 'other';
  return { kind: 'refused', reason, detail };
}

/**
 * @throws CallError wallet.unknownPlayer, wallet.unknownCurrency; server.unavailable without a valid
 * response
 */
async function loadProfile(
  settings: HttpWalletSettings,
  log: Log,
  { brandId, externalId, currency, country, role, accountType }: Caller,
): Promise<User> {
  const profile = await askProfile(settings, log, { brandId, externalId }, currency);
  if ('problem' in profile) {
    const { code, message } = failures[profile.unknown ?? 'response'];
    throw new CallError(code, message);
  }
  const primary = { amount: floorToCurrency(profile.balance.amount, currency), currency };
  return {
    id: externalId,
    currency,
    country: profile.country ?? country,
    role: profile.role ?? role,
    // From the token only, since the offered methods depend on it.
    accountType,
    balanceData: { primary },
  };
}

/** A deposit doesn't wait longer for the person, who is optional. */
const longestPersonMs = 2000;

async function loadPerson(
  settings: HttpWalletSettings,
  log: Log,
  { brandId, externalId, currency }: Caller,
): Promise<StatedProfile | null> {
  const timeoutMs = Math.min(settings.timeoutMs, longestPersonMs);
  const player = { brandId, externalId };
  const profile = await askProfile({ ...settings, timeoutMs }, log, player, currency);
  return 'problem' in profile ? null : readPerson(profile.person, new Date());
}

async function loadBalance(
  settings: HttpWalletSettings,
  log: Log,
  player: WalletPlayer,
  currency: string,
): Promise<Decimal | null> {
  const profile = await askProfile(settings, log, player, currency);
  return 'problem' in profile ? null : floorToCurrency(profile.balance.amount, currency);
}

/** No profile, and the reason for the log. */
interface NoProfile {
  problem: string;
  /** What the wallet doesn't know; undefined without a valid response. */
  unknown?: 'unknownPlayer' | 'unknownCurrency';
}

const failures = {
  unknownPlayer: {
    code: 'wallet.unknownPlayer',
    message: "The operator's wallet knows no such player.",
    logged: "the operator's wallet knows no such player",
  },
  unknownCurrency: {
    code: 'wallet.unknownCurrency',
    message: "The player has no account in this currency in the operator's wallet.",
    logged: "the operator's wallet has no account of the player in the currency",
  },
  response: {
    code: 'server.unavailable',
    message: "The operator's wallet is not reachable at present.",
    logged: "the operator's wallet returned no valid profile",
  },
} as const;

/** Requests a profile, and logs why there is none. */
async function askProfile(
  settings: HttpWalletSettings,
  log: Log,
  { brandId, externalId }: WalletPlayer,
  currency: string,
): Promise<WalletProfile | NoProfile> {
  const account = { playerId: externalId, currency, brand: brandId };
  const request: WalletRequest = { operation: 'profile', ...account };
  const answer = await postSigned(settings, { id: uuidv7(), body: request });
  const profile = decodeProfile(request, answer);
  if ('problem' in profile) {
    const { problem, unknown } = profile;
    log.error({ brandId, currency, problem }, failures[unknown ?? 'response'].logged);
  }
  return profile;
}

function decodeProfile(
  { playerId, currency }: WalletRequest,
  answer: SignedAnswer,
): WalletProfile | NoProfile {
  if (answer.kind === 'failed') return { problem: `${answer.failure}: ${answer.detail}` };
  const { status, json } = answer;
  if (status !== 200) {
    const code = walletRefusalSchema.safeParse(json).data?.error.code;
    const problem = `status ${status} with ${code ?? 'an unreadable body'}`;
    const isUnknown = code === 'unknownPlayer' || code === 'unknownCurrency';
    return status === 422 && isUnknown ? { problem, unknown: code } : { problem };
  }
  const { data } = walletProfileSchema.safeParse(json);
  if (data === undefined) return { problem: 'status 200 with an unreadable body' };
  const isAsked = data.playerId === playerId && data.balance.currency === currency;
  return isAsked ? data : { problem: 'the profile is of another player or currency' };
}
