import { Webhook } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { requireEqual, Violation, type WalletCheck, type WalletProbe } from './wallet-probe.ts';

const minuteMs = 60_000;
/** A secret that nobody has. */
const foreignSecret = 'whsec_bm9ib2R5IGhhcyB0aGlzIHNlY3JldCBhdCBhbGw=';

interface Signing {
  secrets: string[];
  /** When it says that it was sent. */
  sentAt?: Date;
  /** Instead of what was signed. */
  body?: string;
}

/** Posts text with headers of one's own making, and returns the status. */
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
    throw new Violation(`no answer (${error instanceof Error ? error.name : 'unknown'})`);
  }
}

/** A credit that is asked for in a way that proves nothing: 401, and no money moves. */
function mustDistrust(probe: WalletProbe, sign: (body: string) => Signing | null): Promise<void> {
  const body = JSON.stringify(probe.build('credit'));
  return probe.mustMove('0', async () => {
    requireEqual('the status', await post(probe, body, sign(body)), 401);
  });
}

const own = ({ target }: WalletProbe) => [target.secret];
const ago = (ms: number) => new Date(Date.now() - ms);

async function mustRefuseRequest(probe: WalletProbe, body: string): Promise<void> {
  const status = await post(probe, body, { secrets: own(probe) });
  if (status < 400 || status > 499) throw new Violation(`status ${status} to ${body}`);
}

/** Who may ask, and how. */
export const requestChecks: WalletCheck[] = [
  {
    name: "the profile has the player's id and an exact balance",
    run: async (probe) => void (await probe.balance()),
  },
  {
    name: 'a request without a signature gets 401',
    run: (probe) => mustDistrust(probe, () => null),
  },
  {
    name: 'a request with a wrong signature gets 401',
    run: (probe) => mustDistrust(probe, () => ({ secrets: [foreignSecret] })),
  },
  {
    name: 'a body that was changed after it was signed gets 401',
    run: (probe) =>
      mustDistrust(probe, (body) => ({ secrets: own(probe), body: body.replace('{', '{ ') })),
  },
  {
    name: 'a request signed 10 minutes ago gets 401',
    run: (probe) =>
      mustDistrust(probe, () => ({ secrets: own(probe), sentAt: ago(10 * minuteMs) })),
  },
  {
    name: 'a request signed 10 minutes ahead gets 401',
    run: (probe) =>
      mustDistrust(probe, () => ({ secrets: own(probe), sentAt: ago(-10 * minuteMs) })),
  },
  {
    name: 'one right signature among several is enough',
    run: async (probe) => {
      const { playerId, currency } = probe.target;
      const body = JSON.stringify({ operation: 'profile', playerId, currency });
      const secrets = [foreignSecret, probe.target.secret];
      requireEqual('the status', await post(probe, body, { secrets }), 200);
    },
  },
  {
    name: 'what is no request gets a 4xx',
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
    name: 'an amount that is zero, negative or no decimal string gets a 4xx and moves nothing',
    run: (probe) =>
      probe.mustMove('0', async () => {
        for (const amount of ['0', '-1', '', 'NaN', '1e3', '0x10', 1, null]) {
          await mustRefuseRequest(probe, JSON.stringify({ ...probe.build('credit'), amount }));
        }
      }),
  },
  {
    name: 'a player that nobody knows gets unknownPlayer',
    run: async (probe) => {
      const playerId = `nobody-${uuidv7()}`;
      await probe.mustRefuse(probe.build('credit', { playerId }), 'unknownPlayer');
      await probe.mustRefuse(probe.build('hold', { playerId }), 'unknownPlayer');
    },
  },
  {
    name: 'a currency that the player has no account in gets unknownCurrency',
    run: (probe) =>
      // ISO 4217 keeps this code for tests.
      probe.mustRefuse(probe.build('credit', { currency: 'XTS' }), 'unknownCurrency'),
  },
];
