import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { type DepositStatus, mostProofBytes, mostProofs } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlayerStep } from '../../connectors/connector.ts';
import { toClaimContext, toStepContext } from '../../ground/encryption/sealed.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { approve, bringPlayer, type PayingPlayer } from '../../testing/paying-player.ts';
import { makeDocument, makeEndlessDocument, makePicture } from '../../testing/proof-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { usedUp, useUp } from '../../testing/use-up.ts';
import { writeStep } from '../deposits/player-step.ts';
import { requireProof } from './claim-deposit.ts';

let server: TestServer;
let picture: string;
let endpoint: Awaited<ReturnType<typeof startOperatorEndpoint>>;

beforeAll(async () => {
  endpoint = await startOperatorEndpoint();
  const { url, secret } = endpoint;
  server = await startTestServer({}, { brand: { webhook: { url, secrets: [secret] } } });
  picture = (await makePicture()).toString('base64');
});
afterAll(async () => {
  await server.stop();
  await endpoint.close();
});

const hourMs = 3600_000;

/** A deposit that its player says to have paid. */
async function reportPaid() {
  const player = await bringPlayer(server);
  const made = await player.deposit();
  const { depositId } = made;
  await server.call('deposit-complete', { depositId }, { token: player.token });
  return { player, ...made };
}

const claim = (
  { token }: PayingPlayer,
  depositId: string,
  {
    proof = picture,
    key = uuidv7(),
    ...rest
  }: { proof?: string; key?: string; comment?: string } = {},
) => server.call('deposit-claim', { depositId, proof, ...rest }, { token, key });

const refOf = async ({ id }: PayingPlayer) => ({
  brandId: 'kassa',
  playerId: await resolvePlayer(server.core.db, 'kassa', id),
});

const summaryOf = async ({ token }: PayingPlayer, depositId: string) =>
  (await server.call('deposit-get', { depositId }, { token })).body.deposit;

const proofsOf = (claimId: string) =>
  server.core.db
    .selectFrom('claim_proofs')
    .selectAll()
    .where('claim_id', '=', claimId)
    .orderBy('number')
    .execute();

const eventsOf = async (claimId: string) => {
  const rows = await server.core.db
    .selectFrom('webhook_events')
    .select('data')
    .where('type', '=', 'claim.status')
    .orderBy('sequence')
    .execute();
  return rows
    .map(({ data }) => data as Record<string, unknown>)
    .filter((it) => it.claimId === claimId);
};

describe('a claim', () => {
  test('opens with a proof, has a clock, and the player sees it', async () => {
    const { player, depositId, reference } = await reportPaid();
    expect(await summaryOf(player, depositId)).toMatchObject({ canClaim: true });
    const { status, body } = await claim(player, depositId, { comment: ' I paid at noon ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      claimId: expect.any(String),
      status: 'open',
      openedAt: expect.any(String),
      dueAt: expect.any(String),
      proofs: 1,
    });
    expect(Date.parse(body.dueAt) - Date.parse(body.openedAt)).toBe(24 * hourMs);
    expect(await summaryOf(player, depositId)).toMatchObject({ claim: body, canClaim: true });
    const { body: list } = await server.call('deposit-list', {}, { token: player.token });
    expect(list.deposits).toMatchObject([{ depositId, claim: body }]);
    const { openedAt, dueAt } = body;
    expect(await eventsOf(body.claimId)).toEqual([
      { claimId: body.claimId, depositId, reference, status: 'open', openedAt, dueAt, proofs: 1 },
    ]);
  });

  test('is stored sealed: neither file nor words can be read in the database', async () => {
    const { player, depositId } = await reportPaid();
    const { body } = await claim(player, depositId, { comment: 'from my account 1234' });
    const [proof] = await proofsOf(body.claimId);
    expect(proof).toMatchObject({ number: 1, type: 'image/jpeg' });
    expect(proof?.content_sealed).toMatch(/^s1\./);
    expect(proof?.comment_sealed).toMatch(/^s1\./);
    const context = { table: 'claim_proofs', brandId: 'kassa', id: proof?.id ?? '' } as const;
    const content = server.core.vault.openBytes(proof?.content_sealed ?? '', context);
    expect(content.length).toBe(proof?.bytes);
    expect(content.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test('takes further proofs up to the most', async () => {
    const { player, depositId } = await reportPaid();
    const document = (await makeDocument()).toString('base64');
    const first = await claim(player, depositId);
    for (let count = 2; count <= mostProofs; count += 1) {
      const { body } = await claim(player, depositId, { proof: document });
      expect(body).toMatchObject({ claimId: first.body.claimId, proofs: count });
    }
    expect(await summaryOf(player, depositId)).toMatchObject({ canClaim: false });
    const refused = await claim(player, depositId);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'claim.tooManyProofs' } },
    });
    expect(await proofsOf(first.body.claimId)).toHaveLength(mostProofs);
  });

  test('repeated with its key adds nothing, and the key holds no file', async () => {
    const { player, depositId } = await reportPaid();
    const key = uuidv7();
    const first = await claim(player, depositId, { key });
    expect(await claim(player, depositId, { key })).toEqual(first);
    expect(await proofsOf(first.body.claimId)).toHaveLength(1);
    const row = await server.core.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row).length).toBeLessThan(2000);
  });

  test('is refused to a player who has sent 20 files within a day, unreadable ones included', async () => {
    const { player, depositId } = await reportPaid();
    await useUp(server.core, await refOf(player), 'proof', 20, 2);
    const key = uuidv7();
    const taken = await claim(player, depositId, { key });
    const proof = Buffer.from('no file').toString('base64');
    expect((await claim(player, depositId, { proof })).status).toBe(422);
    expect(await claim(player, depositId)).toMatchObject(usedUp);
    // What was answered before is answered again.
    expect(await claim(player, depositId, { key })).toEqual(taken);
  });

  test('repeated with its key is no file more', async () => {
    const { player, depositId } = await reportPaid();
    await useUp(server.core, await refOf(player), 'proof', 20, 2);
    const key = uuidv7();
    const taken = await claim(player, depositId, { key });
    for (let time = 0; time < 2; time += 1) {
      expect(await claim(player, depositId, { key })).toEqual(taken);
    }
    expect((await claim(player, depositId)).status).toBe(200);
  });

  test('whose file has to be given up counts as five', async () => {
    const { player, depositId } = await reportPaid();
    await useUp(server.core, await refOf(player), 'proof', 20, 6);
    const proof = (await makeEndlessDocument()).toString('base64');
    const tooComplex = { status: 422, body: { error: { params: { fault: 'tooComplex' } } } };
    // Its end is seen at once.
    expect(await claim(player, depositId, { proof })).toMatchObject(tooComplex);
    const stopped = { kind: 'refused', fault: 'tooComplex', isStopped: true } as const;
    const read = async () => stopped;
    await expect(requireProof(server.core, await refOf(player), '', read)).rejects.toMatchObject(
      tooComplex.body.error,
    );
    expect(await claim(player, depositId)).toMatchObject(usedUp);
  });

  test('is one, although two proofs arrive at once', async () => {
    const { player, depositId } = await reportPaid();
    const both = await Promise.all([claim(player, depositId), claim(player, depositId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ body }) => body.claimId)).size).toBe(1);
    expect(await proofsOf(both[0].body.claimId)).toHaveLength(2);
  });

  test('ends as credited when the money arrives, and changes no money itself', async () => {
    const { player, depositId, paymentId } = await reportPaid();
    const { body } = await claim(player, depositId);
    expect(await player.balance()).toBe('0.00');
    await approve(server, paymentId);
    await expect
      .poll(async () => (await summaryOf(player, depositId)).claim, { timeout: 20_000 })
      .toMatchObject({ claimId: body.claimId, status: 'credited', answeredAt: expect.any(String) });
    expect(await player.balance()).toBe('100.00');
    expect(await summaryOf(player, depositId)).toMatchObject({ canClaim: false });
    const events = await eventsOf(body.claimId);
    expect(events.map(({ status }) => status)).toEqual(['open', 'credited']);
    const again = await claim(player, depositId);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'claim.notPossible' } } });
  });
});

const page: PlayerStep = { kind: 'page', method: 'GET', url: 'https://pay.example.com', data: {} };
const code: PlayerStep = { kind: 'code', pageId: 'pix', data: { qrCodeText: 'pay me' } };
const offers: PlayerStep = {
  kind: 'offers',
  paymentMethodOffers: [
    {
      offerId: 'one',
      method: 'moonpay',
      title: 'MoonPay',
      amount: '98.00',
      currency: 'EUR',
      fee: '2.00',
      coin: 'USDT',
      coinAmount: '100',
      rate: '0.98',
      iconIds: [],
    },
  ],
};
const asked = {
  required_fields: JSON.stringify([{ name: 'sms', type: 'text', label: { en: 'Code' } }]),
  asked_count: 1,
};
const unknown = { provider_reference: null };

describe('a deposit', () => {
  test.each<[string, boolean, DepositStatus, PlayerStep | null, object?]>([
    ['that is created', false, 'created', null, unknown],
    ['that shows a page', true, 'awaitingPlayer', page],
    ['that shows a code', true, 'awaitingPlayer', code],
    ['that waits for further fields', false, 'awaitingPlayer', null, asked],
    ['that waits for further fields, after a page', false, 'awaitingPlayer', page, asked],
    ['that offers a choice', false, 'awaitingPlayer', offers],
    ['whose payer is asked on their phone', true, 'awaitingConfirmation', null],
    ['that was canceled on its page', true, 'canceled', page],
    ['that has expired with its code', true, 'autoCanceled', code],
    ['that was canceled before a choice', false, 'canceled', offers],
    ['that has expired before a choice', false, 'autoCanceled', offers],
    ['that was canceled before further fields', false, 'canceled', null, { asked_count: 1 }],
    ['that was declined at once', false, 'declined', null, unknown],
    ['that was declined on its page', true, 'declined', page],
    ['that was declined on the phone, or long ago', true, 'declined', null],
    ['that has failed without any step', false, 'failed', null, unknown],
    ['that is being credited', false, 'crediting', page],
    ['whose money is parked', false, 'parked', page],
    ['that is credited', false, 'processed', page],
  ])('%s takes a claim: %s', async (_name, canClaim, status, step, changes = {}) => {
    const player = await bringPlayer(server);
    const { depositId } = await player.deposit();
    await server.core.db
      .updateTable('deposits')
      .set({
        status,
        ...writeStep(server.core, { brand_id: 'kassa', id: depositId }, step),
        ...changes,
      })
      .where('id', '=', depositId)
      .execute();
    expect(await summaryOf(player, depositId)).toMatchObject({ canClaim });
    const refused = { status: 409, body: { error: { code: 'claim.notPossible' } } };
    expect(await claim(player, depositId)).toMatchObject(canClaim ? { status: 200 } : refused);
  });

  test('that was canceled takes a claim, and one that waits with a page', async () => {
    const player = await bringPlayer(server);
    const { depositId } = await player.deposit();
    expect(await summaryOf(player, depositId)).toMatchObject({ canClaim: true });
    await server.call('deposit-cancel', { depositId }, { token: player.token });
    expect((await claim(player, depositId)).status).toBe(200);
  });

  test('of another player is not found', async () => {
    const { depositId } = await reportPaid();
    const answer = await claim(await bringPlayer(server), depositId);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'deposit.notFound' } } });
  });
});

describe('a claim whose encryption key is no longer in the key ring', () => {
  test('is listed without its words, and its deposit still takes a file', async () => {
    const { player, depositId } = await reportPaid();
    const { body } = await claim(player, depositId);
    const lost = buildVault([{ id: 'lost', secret: Buffer.alloc(32, 1) }]);
    const message_sealed = lost.seal(
      'Sorry',
      toClaimContext({ brand_id: 'kassa', id: body.claimId }),
    );
    const { db } = server.core;
    await db
      .updateTable('claims')
      .set({ status: 'moreNeeded', message_sealed })
      .where('id', '=', body.claimId)
      .execute();
    await db
      .updateTable('deposits')
      .set({ status: 'canceled', redirect: null })
      .set({ step_sealed: lost.seal('{}', toStepContext({ brand_id: 'kassa', id: depositId })) })
      .where('id', '=', depositId)
      .execute();
    const list = await server.call('deposit-list', {}, { token: player.token });
    expect(list).toMatchObject({
      status: 200,
      body: { deposits: [{ depositId, canClaim: true, claim: { status: 'moreNeeded' } }] },
    });
    expect(list.body.deposits[0].claim).not.toHaveProperty('message');
    expect((await claim(player, depositId)).body).toMatchObject({ status: 'open', proofs: 2 });
  });
});

describe('a file', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

  test('that is not what it says is refused, and the same key takes the next one', async () => {
    const { player, depositId } = await reportPaid();
    const key = uuidv7();
    const answer = await claim(player, depositId, { proof: svg.toString('base64'), key });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'proof.unreadable',
          params: { fault: 'type', types: expect.stringContaining('image/jpeg') },
        },
      },
    });
    expect(await summaryOf(player, depositId)).not.toHaveProperty('claim');
    expect((await claim(player, depositId, { key })).body).toMatchObject({ proofs: 1 });
  });

  test('of 50 MB is refused before it is read', async () => {
    const { player, depositId } = await reportPaid();
    const url = `${server.url}/api/banking/deposit-claim`;
    const { status, text } = await new Promise<{ status: number | undefined; text: string }>(
      (resolve, reject) => {
        const headers = {
          authorization: `Bearer ${player.token}`,
          'content-type': 'application/json',
          'content-length': 50 * 1024 * 1024,
        };
        const request = sendRequest(url, { method: 'POST', headers }, (response) => {
          let text = '';
          response.on('data', (part) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode, text }));
          response.on('close', () => request.destroy());
        });
        request.on('error', reject);
        // Only the beginning is ever sent.
        request.write('{"depositId":"');
      },
    );
    expect(status).toBe(413);
    expect(JSON.parse(text).error.code).toBe('request.tooLarge');
    expect(await summaryOf(player, depositId)).not.toHaveProperty('claim');
  });

  test('of 50 MB that is sent whole gets the same answer', async () => {
    const { player, depositId } = await reportPaid();
    const answer = await claim(player, depositId, { proof: 'A'.repeat(50_000_000) });
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'request.tooLarge' } } });
  });

  test('waits its turn while its player sends two others', async () => {
    const { player, depositId } = await reportPaid();
    const headers = {
      authorization: `Bearer ${player.token}`,
      'content-type': 'application/json',
      'content-length': 1000,
      // The server has received the headers once it asks for the body.
      expect: '100-continue',
    };
    const begin = async () => {
      const url = `${server.url}/api/banking/deposit-claim`;
      const request = sendRequest(url, { method: 'POST', headers });
      request.on('error', () => {});
      await once(request, 'continue');
      request.write('{"depositId":"');
      return request;
    };
    const busy = { status: 429, body: { error: { code: 'rate.limited' } } };
    const others = [await begin()];
    const key = uuidv7();
    // A request that comes while this one is answered is turned away: another one is begun.
    const ask = async () => {
      others.push(await begin());
      return claim(player, depositId, { proof: 'no file', key });
    };
    await expect.poll(ask).toMatchObject(busy);
    expect((await claim(await bringPlayer(server), depositId)).status).toBe(404);
    for (const other of others) other.destroy();
    await expect
      .poll(async () => (await claim(player, depositId, { key })).status, { timeout: 20_000 })
      .toBe(200);
  });

  test('of the greatest size passes the limit of the body', async () => {
    const { player, depositId } = await reportPaid();
    const whole = await makePicture();
    const padded = Buffer.concat([whole, Buffer.alloc(mostProofBytes - whole.length)]);
    expect((await claim(player, depositId, { proof: padded.toString('base64') })).status).toBe(200);
  });

  test('is not read without a valid token', async () => {
    const { depositId } = await reportPaid();
    const answer = await server.call(
      'deposit-claim',
      { depositId, proof: picture },
      { token: 'x.y.z' },
    );
    expect(answer.status).toBe(401);
  });
});
