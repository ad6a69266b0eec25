// Attackers with accounts: each takes all of the scarce things at once that a player's calls take
// (docs/threat-model.md, "Scarce things"), for as long as the process runs.
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { createDeposit, post } from '../deposits/player.ts';

const playersSchema = z.array(z.object({ id: z.string(), token: z.string() }));
const settings = z
  .object({
    BENCH_PORT: z.string(),
    BENCH_METHOD: z.string(),
    BENCH_BUILD: z.string(),
    BENCH_PLAYERS: z.string(),
  })
  .parse(process.env);
/** The accounts at the brand of the players, and at the one with a pool of its own accounts. */
const [attackers, poolAttackers] = z
  .tuple([playersSchema, playersSchema])
  .parse(JSON.parse(settings.BENCH_PLAYERS));
const origin = `http://127.0.0.1:${settings.BENCH_PORT}`;
const agent = new Agent({ keepAlive: true });
const at = (brand: string) => ({ origin, agent, brand, method: settings.BENCH_METHOD });

/** The calls that an account has under way of each kind. */
const atOnce = 9;
/** After a refusal: the limits that refuse are of 10 seconds and more. */
const pauseMs = 2000;
const idleUploads = 2;

type Account = (typeof attackers)[number];

function attack(account: Account, brand: string): void {
  const money = { amount: '50.00', currency: 'EUR' };
  const calls: [name: string, body: () => object][] = [
    ['session-start', () => money],
    ['methods-payment-v3', () => ({ country: 'de', screen: describeScreen() })],
    ['withdrawal-quote', () => ({ ...money, paymentType: 'sandbox_payout', fields: {} })],
    ['name-enquiry', () => ({ paymentType: 'sandbox_payout', fields: {} })],
    ['deposit-prepare', () => ({ paymentMethod: settings.BENCH_METHOD, currency: 'EUR' })],
  ];
  repeat(atOnce, () => createDeposit(at(brand), account));
  for (const [name, body] of calls) repeat(atOnce, () => call(account, name, body()));
  repeat(atOnce, () => read(account, 'deposit-list'));
  repeat(1, () => claim(account, brand));
  repeat(idleUploads, () => holdUpload(account));
}

/** Repeats an act of an account without a pause while it succeeds, several at once. */
function repeat(times: number, act: () => Promise<unknown>): void {
  const run = async () => {
    for (;;) await act().catch(() => delay(pauseMs));
  };
  for (let time = 0; time < times; time += 1) void run();
}

const headersOf = ({ token }: Account) => ({
  authorization: `Bearer ${token}`,
  'idempotency-key': uuidv7(),
});

const call = (account: Account, name: string, body: object): Promise<string> =>
  post({ origin, agent }, `/api/banking/${name}`, JSON.stringify(body), headersOf(account));

async function read(account: Account, name: string): Promise<void> {
  const response = await fetch(`${origin}/api/banking/${name}`, { headers: headersOf(account) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${name} responded with ${response.status}`);
}

/** A first screen that no other one equals. */
const describeScreen = () => ({
  ...{ build: settings.BENCH_BUILD, view: 'main', address: `/deposit?${uuidv7()}`, locale: 'en' },
  ...{ closingButton: true, hasBadge: false, bonuses: 0, hasCryptoBonus: false },
});

const slowDocument = makeSlowDocument();

/** Claims to have paid, with a document that takes the server seconds to read. */
async function claim(account: Account, brand: string): Promise<void> {
  const depositId = await createDeposit(at(brand), account);
  await call(account, 'deposit-complete', { depositId });
  await call(account, 'deposit-claim', { depositId, proof: slowDocument });
}

/** A document of 4.8 MB whose objects are numbers alone, in base64. */
function makeSlowDocument(): string {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Note[${'1 '.repeat(2_400_000)}]>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const end = 'trailer\n<</Root 1 0 R/Size 4>>\nstartxref\n0\n%%EOF';
  return Buffer.from(`%PDF-1.7\n${body}${end}`).toString('base64');
}

/** Begins to send a file and goes on with nothing; resolves when the server ends it. */
function holdUpload({ token }: Account): Promise<void> {
  return new Promise((_, reject) => {
    const socket = connect(Number(settings.BENCH_PORT), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => reject(new Error('The upload was ended.')));
    socket.resume();
    socket.write(
      `POST /api/banking/deposit-claim HTTP/1.1\r\nHost: kassa\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"depositId":"',
    );
  });
}

for (const account of attackers) attack(account, 'kassa');
for (const account of poolAttackers) attack(account, 'pooled');

process.on('SIGTERM', () => process.exit(0));
