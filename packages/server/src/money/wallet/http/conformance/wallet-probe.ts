import {
  addDecimals,
  type Decimal,
  negateDecimal,
  padToCurrency,
  smallestAmount,
  type WalletPurpose,
  type WalletRefusal,
  type WalletRequest,
  walletDoneSchema,
  walletProfileSchema,
  walletRefusalSchema,
  walletRefusals,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { postSigned, type SignedAnswer } from '../../../../ground/signed-http/post-signed.ts';

/** A violated rule: the message tells the wallet's developers how. */
export class Violation extends Error {}

/**
 * Requires that two values are equal.
 * @throws Violation
 */
export function requireEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  throw new Violation(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}

/** One rule of docs/wallet.md. */
export interface WalletCheck {
  /** The rule in words. */
  name: string;
  /**
   * Checks the rule; it may change the balance.
   * @throws Violation if the wallet violates the rule.
   */
  run: (probe: WalletProbe) => Promise<void>;
}

/** The wallet to check, and a test player in it. */
export interface WalletTarget {
  url: string;
  /** The signing secret, `whsec_…`. */
  secret: string;
  /** A player for tests only: money comes and goes. */
  playerId: string;
  /** Another player of the wallet, whose balance doesn't change; null: one that it doesn't know. */
  otherPlayerId: string | null;
  /** The currency of one of the player's accounts. */
  currency: string;
  /** The brand that the requests name. */
  brand: string;
  /** The timeout of a request, in milliseconds. */
  timeoutMs: number;
}

export type Transfer = Exclude<WalletRequest, { operation: 'profile' }>;

const usualPurposes = {
  credit: 'deposit',
  debit: 'chargeback',
  hold: 'withdrawal',
  capture: 'withdrawal',
  release: 'withdrawal',
} as const satisfies Record<Transfer['operation'], WalletPurpose>;

/** Parts of a transfer that differ from a valid one. */
type Part = Partial<Omit<Transfer, 'operation'>> & { holdId?: string };

/** Sends requests to a wallet as Kassa does, and throws Violations. */
export class WalletProbe {
  readonly target: WalletTarget;
  /** The smallest amount of the currency. */
  readonly unit: Decimal;

  constructor(target: WalletTarget) {
    this.target = target;
    this.unit = smallestAmount(target.currency);
  }

  post(body: unknown, id: string = uuidv7()): Promise<SignedAnswer> {
    const { url, secret, timeoutMs } = this.target;
    return postSigned({ url, secrets: [secret], timeoutMs }, { id, body });
  }

  /** Requests the player's spendable balance. */
  async balance(): Promise<Decimal> {
    const { playerId, currency, brand } = this.target;
    const answer = await this.post({ operation: 'profile', playerId, currency, brand });
    const profile = answer.kind === 'answered' ? walletProfileSchema.safeParse(answer.json) : null;
    if (answer.kind === 'failed' || answer.status !== 200 || !profile?.success) {
      throw new Violation(`profile: ${explainNoProfile(this.target, answer)}`);
    }
    requireEqual("the profile's playerId", profile.data.playerId, playerId);
    requireEqual("the balance's currency", profile.data.balance.currency, currency);
    return profile.data.balance.amount;
  }

  /** Builds a valid transfer of the smallest amount; `part` replaces some of its fields. */
  build(
    operation: Transfer['operation'],
    { holdId = uuidv7(), amount = this.unit, ...part }: Part = {},
  ): Transfer {
    const { playerId, currency, brand } = this.target;
    const common = {
      transferId: uuidv7(),
      playerId,
      amount: padToCurrency(amount, currency),
      currency,
      subjectId: uuidv7(),
      brand,
      reference: 'KS-7Q2M-41XK',
      paymentType: 'card',
      kind: usualPurposes[operation],
      ...part,
    };
    return operation === 'capture' || operation === 'release'
      ? { operation, ...common, holdId }
      : { operation, ...common };
  }

  /**
   * Sends a transfer. Returns `done`, the code of a refusal, or a description of any other
   * response.
   */
  async ask(transfer: Transfer): Promise<string> {
    return readOutcome(transfer, await this.post(transfer, transfer.transferId));
  }

  /** Sends a transfer and requires that the wallet responds with `done`. Returns the transfer. */
  async must(transfer: Transfer): Promise<Transfer> {
    requireEqual(nameTransfer(transfer), await this.ask(transfer), 'done');
    return transfer;
  }

  /** Sends a transfer that must be refused with this code. */
  async mustRefuse(transfer: Transfer, code: WalletRefusal): Promise<void> {
    requireEqual(nameTransfer(transfer), await this.ask(transfer), code);
  }

  /** Requests the profile of another account, which must be refused with this code. */
  async mustRefuseProfile(
    account: { playerId?: string; currency?: string },
    code: WalletRefusal,
  ): Promise<void> {
    const { playerId, currency, brand } = this.target;
    const answer = await this.post({ operation: 'profile', playerId, currency, brand, ...account });
    requireEqual('profile', readRefusal(answer) ?? describeAnswer(answer), code);
  }

  /** Runs an act that must change the balance by exactly this amount. */
  async mustMove(amount: Decimal, act: () => Promise<unknown>): Promise<void> {
    const before = await this.balance();
    await act();
    const moved = addDecimals(await this.balance(), negateDecimal(before));
    requireEqual('the balance changed by', moved, addDecimals(amount, '0'));
  }
}

function nameTransfer({ operation, kind }: Transfer): string {
  return kind === undefined ? operation : `${operation} of kind ${kind}`;
}

function readOutcome({ transferId }: Transfer, answer: SignedAnswer): string {
  if (answer.kind === 'failed') return describeAnswer(answer);
  const done = walletDoneSchema.safeParse(answer.json);
  if (answer.status === 200 && done.success) {
    return done.data.transferId === transferId ? 'done' : 'the response names another transferId';
  }
  return readRefusal(answer) ?? describeAnswer(answer);
}

/** Returns the code of a refusal with its status; null for any other response. */
function readRefusal(answer: SignedAnswer): WalletRefusal | null {
  if (answer.kind === 'failed') return null;
  const code = walletRefusalSchema.safeParse(answer.json).data?.error.code;
  return code !== undefined && answer.status === walletRefusals[code] ? code : null;
}

/** Describes a response without a profile, with a likely cause. */
function explainNoProfile({ url, playerId, currency }: WalletTarget, answer: SignedAnswer): string {
  const described = describeAnswer(answer);
  if (answer.kind === 'failed') return `${described}: is the server running at ${url}?`;
  if (answer.status === 401) {
    return `${described}: is the secret the wallet's, and do both clocks agree?`;
  }
  if (answer.status === 404 || answer.status === 405) return `${described}: is ${url} the wallet?`;
  const code = readRefusal(answer);
  if (code === 'unknownPlayer') return `${code}: does the wallet have the player ${playerId}?`;
  if (code === 'unknownCurrency') return `${code}: has ${playerId} an account in ${currency}?`;
  return described;
}

/** Describes an unexpected response for the wallet's developers. */
function describeAnswer(answer: SignedAnswer): string {
  if (answer.kind === 'failed') return `no response (${answer.failure}, ${answer.detail})`;
  return `status ${answer.status} with ${answer.text.slice(0, 200) || 'an empty body'}`;
}
