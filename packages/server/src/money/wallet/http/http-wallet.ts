import {
  CallError,
  type Decimal,
  floorToCurrency,
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
import type { Caller } from '../../../core/caller.ts';
import type {
  HoldRequest,
  WalletRequest as Movement,
  WalletAnswer,
  WalletPlayer,
  WalletPort,
} from '../../../core/wallet-port.ts';
import type { Log } from '../../../ground/log.ts';
import { postSigned, type SignedAnswer } from '../../../ground/signed-http/post-signed.ts';

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
    remote: {
      credit: (movement) => move({ operation: 'credit', ...encode(movement) }),
      hold: (movement) => move({ operation: 'hold', ...encode(movement) }),
      capture: (movement) => move({ operation: 'capture', ...encodeOfHold(movement) }),
      release: (movement) => move({ operation: 'release', ...encodeOfHold(movement) }),
      balance: (player, currency) => loadBalance(settings, log, player, currency),
    },
  };
}

type WalletTransfer = Exclude<WalletRequest, { operation: 'profile' }>;

function encode({ transferId, externalId, money, subjectId }: Movement) {
  return { transferId, playerId: externalId, ...money, subjectId };
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
  return { kind: 'unknown', detail: `status ${status} with an unreadable body` };
}

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
  const detail = message === undefined ? code : `${code}: ${message}`;
  const reason = code === 'insufficient' || code === 'unknownPlayer' ? code : 'other';
  return { kind: 'refused', reason, detail };
}

/** @throws CallError if the wallet doesn't respond or doesn't know the player. */
async function loadProfile(
  settings: HttpWalletSettings,
  log: Log,
  { brandId, externalId, currency, country, role, accountType }: Caller,
): Promise<User> {
  const profile = await askProfile(settings, log, { brandId, externalId }, currency);
  if (profile === null) {
    throw new CallError('server.unavailable', "The operator's wallet is not reachable at present.");
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

async function loadBalance(
  settings: HttpWalletSettings,
  log: Log,
  player: WalletPlayer,
  currency: string,
): Promise<Decimal | null> {
  const profile = await askProfile(settings, log, player, currency);
  return profile && floorToCurrency(profile.balance.amount, currency);
}

/** Returns null and logs the reason if the wallet doesn't respond or doesn't know the player. */
async function askProfile(
  settings: HttpWalletSettings,
  log: Log,
  { brandId, externalId }: WalletPlayer,
  currency: string,
): Promise<WalletProfile | null> {
  const request: WalletRequest = { operation: 'profile', playerId: externalId, currency };
  const answer = await postSigned(settings, { id: uuidv7(), body: request });
  const profile = decodeProfile(request, answer);
  if (!('problem' in profile)) return profile;
  log.error(
    { brandId, problem: profile.problem },
    "the operator's wallet returned no valid profile",
  );
  return null;
}

function decodeProfile(
  { playerId, currency }: WalletRequest,
  answer: SignedAnswer,
): WalletProfile | { problem: string } {
  if (answer.kind === 'failed') return { problem: `${answer.failure}: ${answer.detail}` };
  const parsed = walletProfileSchema.safeParse(answer.json);
  if (answer.status !== 200 || !parsed.success) {
    const refusal = walletRefusalSchema.safeParse(answer.json);
    const what = refusal.success ? refusal.data.error.code : 'an unreadable body';
    return { problem: `status ${answer.status} with ${what}` };
  }
  const { data } = parsed;
  const isAsked = data.playerId === playerId && data.balance.currency === currency;
  return isAsked ? data : { problem: 'the profile is of another player or currency' };
}
