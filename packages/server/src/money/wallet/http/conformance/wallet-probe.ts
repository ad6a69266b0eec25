import {
  addDecimals,
  type Decimal,
  negateDecimal,
  smallestAmount,
  type WalletRefusal,
  type WalletRequest,
  walletDoneSchema,
  walletProfileSchema,
  walletRefusalSchema,
  walletRefusals,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { postSigned, type SignedAnswer } from '../../../../ground/signed-http/post-signed.ts';

/** What a wallet did that it must not, in words for whoever mends it. */
export class Violation extends Error {}

/** @throws Violation unless both are the same. */
export function requireEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  throw new Violation(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}

/** One rule of docs/wallet.md. */
export interface WalletCheck {
  /** The rule, in words. */
  name: string;
  /** @throws Violation where the wallet breaks it. It may leave the balance other than it was. */
  run: (probe: WalletProbe) => Promise<void>;
}

/** The wallet that is looked at, and a test player in it. */
export interface WalletTarget {
  url: string;
  /** The signing secret, `whsec_…`. */
  secret: string;
  /** A player that the wallet knows, for tests alone: money comes and goes. */
  playerId: string;
  /** The currency of an account of theirs. */
  currency: string;
  /** How long an answer may take. */
  timeoutMs: number;
}

export type Transfer = Exclude<WalletRequest, { operation: 'profile' }>;

/** A transfer whose parts may differ from those of a good one. */
type Part = Partial<Omit<Transfer, 'operation'>> & { holdId?: string };

/** Asks a wallet as Kassa does, and says what it did that it must not. */
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

  /** What the player can spend. */
  async balance(): Promise<Decimal> {
    const { playerId, currency } = this.target;
    const answer = await this.post({ operation: 'profile', playerId, currency });
    const profile = answer.kind === 'answered' ? walletProfileSchema.safeParse(answer.json) : null;
    if (answer.kind === 'failed' || answer.status !== 200 || !profile?.success) {
      throw new Violation(`profile: ${describeAnswer(answer)}`);
    }
    requireEqual("the profile's playerId", profile.data.playerId, playerId);
    requireEqual("the balance's currency", profile.data.balance.currency, currency);
    return profile.data.balance.amount;
  }

  /** A good transfer of one smallest unit, or one that differs. */
  build(operation: Transfer['operation'], { holdId = uuidv7(), ...part }: Part = {}): Transfer {
    const { playerId, currency } = this.target;
    const transferId = uuidv7();
    const subjectId = uuidv7();
    const common = { transferId, playerId, amount: this.unit, currency, subjectId, ...part };
    return operation === 'credit' || operation === 'hold'
      ? { operation, ...common }
      : { operation, ...common, holdId };
  }

  /** Asks for a transfer: `done`, the code of a refusal, or what else came, in words. */
  async ask(transfer: Transfer): Promise<string> {
    return readOutcome(transfer, await this.post(transfer, transfer.transferId));
  }

  /** Asks for a transfer that must be done, and returns it. */
  async must(transfer: Transfer): Promise<Transfer> {
    requireEqual(transfer.operation, await this.ask(transfer), 'done');
    return transfer;
  }

  /** Asks for a transfer that must be refused with this code. */
  async mustRefuse(transfer: Transfer, code: WalletRefusal): Promise<void> {
    requireEqual(transfer.operation, await this.ask(transfer), code);
  }

  /** Does something after which the balance must differ by exactly so much. */
  async mustMove(amount: Decimal, act: () => Promise<unknown>): Promise<void> {
    const before = await this.balance();
    await act();
    const moved = addDecimals(await this.balance(), negateDecimal(before));
    requireEqual('the balance changed by', moved, addDecimals(amount, '0'));
  }
}

function readOutcome({ transferId }: Transfer, answer: SignedAnswer): string {
  if (answer.kind === 'failed') return describeAnswer(answer);
  const done = walletDoneSchema.safeParse(answer.json);
  if (answer.status === 200 && done.success) {
    return done.data.transferId === transferId ? 'done' : "the answer names another's transferId";
  }
  const refusal = walletRefusalSchema.safeParse(answer.json);
  if (refusal.success && answer.status === walletRefusals[refusal.data.error.code]) {
    return refusal.data.error.code;
  }
  return describeAnswer(answer);
}

/** For whoever mends the wallet: what came instead. */
function describeAnswer(answer: SignedAnswer): string {
  if (answer.kind === 'failed') return `no answer (${answer.failure}, ${answer.detail})`;
  return `status ${answer.status} with ${answer.text.slice(0, 200) || 'an empty body'}`;
}
