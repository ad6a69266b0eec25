import { multiplyDecimals, walletPurposes } from '@kassa/contract';
import { Webhook } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { requireEqual, Violation, type WalletCheck, type WalletProbe } from './wallet-probe.ts';

const minuteMs = 60_000;
/** A secret that nobody has. */
const foreignSecret = 'whsec_bm9ib2R5IGhhcyB0aGlzIHNlY3JldCBhdCBhbGw=';

interface Signing {
  secrets: string[];
  /** The signed time of sending. */
  sentAt?: Date;
  /** The body to send instead of the signed one. */
  body?: string;
}

/** Posts a body with custom headers and returns the status. */
async function post(probe: WalletProbe, body: string, signing: Signing | null): Promise<number> {
  const { url, timeoutMs } = probe.target;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (signing !== null) {
    const { secrets, sentAt = new Date() } = signing;
    const id = uuidv7();
    headers['webhook-id'] = id;
    headers['webhook-timestamp'] = String(Math.floor(sentAt.getTime() / 1000));
    headers['webhook-signature'] = secrets
      .map((secret) => new Webhook(secret).sign(id, sentAt, body))
      .join(' ');
  }
  const signal = AbortSignal.timeout(timeoutMs);
  const sent = signing?.body ?? body;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: sent,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    throw new Violation(`no response (${error instanceof Error ? error.name : 'unknown'})`);
  }
}

/** Sends a credit that can't be verified: the wallet must respond with 401 and move no money. */
function mustRejectUnverified(
  probe: WalletProbe,
  sign: (body: string) => Signing | null,
): Promise<void> {
  const body = JSON.stringify(probe.build('credit'));
  return probe.mustMove('0', async () => {
    requireEqual('the status', await post(probe, body, sign(body)), 401);
  });
}

const own = ({ target }: WalletProbe) => [target.secret];
const ago = (ms: number) => new Date(Date.now() - ms);

/** Requires a 4xx to a signed body that is no request. */
async function mustRefuseRequest(probe: WalletProbe, body: string): Promise<void> {
  const status = await post(probe, body, { secrets: own(probe) });
  if (status < 400 || status > 499) throw new Violation(`status ${status} to ${body}`);
}

/** All kinds, and one that a release may add. */
export const kinds: readonly string[] = [...walletPurposes, 'addedLater'];

/** The rules of requests and their signatures. */
export const requestChecks: WalletCheck[] = [
  {
    name: 'a request without a signature gets 401',
    run: (probe) => mustRejectUnverified(probe, () => null),
  },
  {
    name: 'a request with a wrong signature gets 401',
    run: (probe) => mustRejectUnverified(probe, () => ({ secrets: [foreignSecret] })),
  },
  {
    name: 'a body that was changed after it was signed gets 401',
    run: (probe) =>
      mustRejectUnverified(probe, (body) => ({
        secrets: own(probe),
        body: body.replace('{', '{ '),
      })),
  },
  {
    name: 'a request signed 10 minutes ago gets 401',
    run: (probe) =>
      mustRejectUnverified(probe, () => ({ secrets: own(probe), sentAt: ago(10 * minuteMs) })),
  },
  {
    name: 'a request signed 10 minutes ahead gets 401',
    run: (probe) =>
      mustRejectUnverified(probe, () => ({ secrets: own(probe), sentAt: ago(-10 * minuteMs) })),
  },
  {
    name: 'one valid signature among several is enough',
    run: async (probe) => {
      const { playerId, currency } = probe.target;
      const body = JSON.stringify({ operation: 'profile', playerId, currency });
      const secrets = [foreignSecret, probe.target.secret];
      requireEqual('the status', await post(probe, body, { secrets }), 200);
    },
  },
  {
    name: 'a body that is no request gets a 4xx',
    run: async (probe) => {
      await mustRefuseRequest(probe, 'credit');
      await mustRefuseRequest(probe, '{}');
      await mustRefuseRequest(
        probe,
        JSON.stringify({ ...probe.build('credit'), operation: 'steal' }),
      );
    },
  },
  {
    name: 'a credit of any kind is done, with a method and without one',
    run: (probe) =>
      probe.mustMove(multiplyDecimals(probe.unit, String(kinds.length)), async () => {
        for (const kind of kinds) {
          const paymentType = kind === 'correction' ? null : 'card';
          await probe.must(probe.build('credit', { kind, paymentType }));
        }
      }),
  },
  {
    name: 'a field that the wallet does not know is ignored',
    run: (probe) =>
      probe.mustMove(probe.unit, async () => {
        const credit = { ...probe.build('credit'), addedLater: 'by a release to come' };
        await probe.must(credit);
        await probe.must(credit);
      }),
  },
  {
    name: 'an amount that is zero, negative or no decimal string gets a 4xx and moves no money',
    run: (probe) =>
      probe.mustMove('0', async () => {
        for (const amount of ['0', '-1', '', 'NaN', '1e3', '0x10', 1, null]) {
          await mustRefuseRequest(probe, JSON.stringify({ ...probe.build('credit'), amount }));
        }
      }),
  },
  {
    name: 'a request with a 4xx for its form or its signature is not stored',
    run: (probe) =>
      probe.mustMove(multiplyDecimals(probe.unit, '4'), async () => {
        for (const flaw of [{ amount: '0' }, { operation: 'steal' }, { playerId: undefined }]) {
          const credit = probe.build('credit');
          await mustRefuseRequest(probe, JSON.stringify({ ...credit, ...flaw }));
          await probe.must(credit);
        }
        const credit = probe.build('credit');
        requireEqual('the status', await post(probe, JSON.stringify(credit), null), 401);
        await probe.must(credit);
      }),
  },
  {
    name: 'an unknown player gets unknownPlayer',
    run: async (probe) => {
      const playerId = `nobody-${uuidv7()}`;
      await probe.mustRefuse(probe.build('credit', { playerId }), 'unknownPlayer');
      await probe.mustRefuse(probe.build('hold', { playerId }), 'unknownPlayer');
      await probe.mustRefuseProfile({ playerId }, 'unknownPlayer');
    },
  },
  {
    name: 'a currency without an account of the player gets unknownCurrency',
    run: async (probe) => {
      // ISO 4217 reserves this code for tests.
      const currency = 'XTS';
      await probe.mustRefuse(probe.build('credit', { currency }), 'unknownCurrency');
      await probe.mustRefuseProfile({ currency }, 'unknownCurrency');
    },
  },
  {
    name: 'a refusal as unknownPlayer or unknownCurrency is final',
    run: (probe) =>
      probe.mustMove('0', async () => {
        const { playerId, currency } = probe.target;
        const toNobody = probe.build('credit', { playerId: `nobody-${uuidv7()}` });
        await probe.mustRefuse(toNobody, 'unknownPlayer');
        await probe.mustRefuse({ ...toNobody, playerId }, 'transferReused');
        const toNoAccount = probe.build('credit', { currency: 'XTS' });
        await probe.mustRefuse(toNoAccount, 'unknownCurrency');
        await probe.mustRefuse({ ...toNoAccount, currency }, 'transferReused');
      }),
  },
];
