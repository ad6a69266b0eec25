import { mostProofs } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { startOperatorEndpoint } from '../testing/operator-endpoint.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { connected, nextPush, openSocket } from '../testing/player-socket.ts';
import { makeDocument, makePicture } from '../testing/proof-files.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let operator: OperatorClient;
let endpoint: Awaited<ReturnType<typeof startOperatorEndpoint>>;
let picture: string;

beforeAll(async () => {
  endpoint = await startOperatorEndpoint();
  const { url, secret } = endpoint;
  const brand = { webhook: { url, secrets: [secret] }, claims: { answerHours: 2 } };
  server = await startTestServer({}, { brand });
  operator = await createOperator(server);
  picture = (await makePicture()).toString('base64');
});
afterAll(async () => {
  await server.stop();
  await endpoint.close();
});

const reason = 'no such payment at the bank';
const hourMs = 3600_000;

/** A claim of a player who says to have paid. */
async function openClaim(comment?: string) {
  const player = await bringPlayer(server);
  const { depositId, reference, paymentId } = await player.deposit();
  await server.call('deposit-complete', { depositId }, { token: player.token });
  const send = (proof = picture) =>
    server.call('deposit-claim', { depositId, proof, comment }, { token: player.token });
  const { body } = await send();
  const claimId: string = body.claimId;
  return {
    player,
    depositId,
    reference,
    paymentId,
    claimId,
    send,
    answer: (fields: object, key = uuidv7()) =>
      operator.ask('claims-answer', { claimId, message: 'Sorry', reason, ...fields }, key),
    seen: async () =>
      (await server.call('deposit-get', { depositId }, { token: player.token })).body.deposit,
  };
}

const queue = async (fields: object = {}) =>
  (await operator.ask('claims-list', { limit: 200, ...fields })).body.items;

/** The statuses of a claim that the operator's webhook server has heard of. */
const statusesSent = (claimId: string) =>
  endpoint.received
    .map(({ body }) => body)
    .filter(({ type, data }) => type === 'claim.status' && data.claimId === claimId)
    .sort((one, other) => one.sequence - other.sequence)
    .map(({ data }) => data.status);

describe('the queue', () => {
  test('has the most urgent claim first, page by page, and marks the overdue ones', async () => {
    const first = await openClaim();
    const second = await openClaim();
    const waiting = (await queue()).map(({ id }: { id: string }) => id);
    expect(waiting.indexOf(first.claimId)).toBeLessThan(waiting.indexOf(second.claimId));
    const item = (await queue()).find(({ id }: { id: string }) => id === first.claimId);
    expect(item).toMatchObject({
      status: 'open',
      isOverdue: false,
      depositId: first.depositId,
      reference: first.reference,
      depositStatus: 'awaitingConfirmation',
      amount: '100.00',
      currency: 'EUR',
      proofs: 1,
      player: first.player.id,
    });
    expect(Date.parse(item.dueAt) - Date.parse(item.openedAt)).toBe(2 * hourMs);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await operator.ask('claims-list', { limit: 1, cursor });
      pages.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(waiting);
    await server.later(3 * hourMs, async () => {
      const late = await queue();
      expect(late.every(({ isOverdue }: { isOverdue: boolean }) => isOverdue)).toBe(true);
      const metrics = await (await fetch(`${server.operatorUrl}/metrics`)).text();
      expect(metrics).toContain(`kassa_claims{brand="kassa",state="overdue"} ${late.length}`);
    });
  });
});

describe('a claim', () => {
  test('is shown with its deposit, its files and the words of the player, and the log says so', async () => {
    const claim = await openClaim('I paid at noon');
    const { body } = await operator.ask('claims-show', { claimId: claim.claimId });
    expect(body).toMatchObject({
      id: claim.claimId,
      message: null,
      deposit: { id: claim.depositId, reference: claim.reference },
      files: [
        {
          number: 1,
          type: 'image/jpeg',
          comment: 'I paid at noon',
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    });
    const acts = await operator.ask('acts-list', { subjectId: claim.claimId });
    expect(acts.body.items).toMatchObject([{ action: 'claims-show', outcome: 'done' }]);
    const { body: deposit } = await operator.ask('deposits-show', { depositId: claim.depositId });
    expect(deposit.timeline).toContainEqual(
      expect.objectContaining({ kind: 'claim', id: claim.claimId }),
    );
  });

  test('gives out its files as downloads that run nothing, and the log says which', async () => {
    const claim = await openClaim();
    await claim.send((await makeDocument()).toString('base64'));
    const url = `${server.operatorUrl}/operator/v1/claims/${claim.claimId}/proof`;
    const load = (number: number) =>
      fetch(`${url}?number=${number}`, { headers: { authorization: `Bearer ${operator.key}` } });
    const response = await load(1);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="claim-${claim.claimId}-1.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
    const content = Buffer.from(await response.arrayBuffer());
    expect(content.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(await (await load(2)).text()).toMatch(/^%PDF-/);
    const missing = await load(3);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ error: { code: 'proof.notFound' } });
    const acts = await operator.ask('acts-list', { subjectId: claim.claimId });
    const read = acts.body.items.filter(({ outcome }: { outcome: string }) => outcome === 'done');
    expect(read.map(({ request }: { request: object }) => request)).toEqual([
      { claimId: claim.claimId, number: 2 },
      { claimId: claim.claimId, number: 1 },
    ]);
  });

  test('that needs more is open again with the next proof, and has a new time', async () => {
    const claim = await openClaim();
    const message = 'The picture shows no amount';
    const { status, body } = await claim.answer({ status: 'moreNeeded', message });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'moreNeeded', answeredBy: 'key "test desk"' });
    expect((await claim.seen()).claim).toMatchObject({ status: 'moreNeeded', message });
    const { body: acts } = await operator.ask('acts-list', { subjectId: claim.claimId });
    expect(JSON.stringify(acts)).not.toContain(message);
    await server.later(hourMs, async () => {
      const { body: again } = await claim.send();
      expect(again).toMatchObject({ claimId: claim.claimId, status: 'open', proofs: 2 });
      expect(again).not.toHaveProperty('message');
      expect(Date.parse(again.dueAt) - Date.parse(again.openedAt)).toBeGreaterThan(2.9 * hourMs);
    });
  });

  test.each(['five files', 'parked money'])(
    'that has %s asks for no further file, and can be refused',
    async (cause) => {
      const claim = await openClaim();
      const { db } = server.core;
      if (cause === 'five files')
        for (let sent = 1; sent < mostProofs; sent += 1) await claim.send();
      else {
        const parked = { status: 'parked' } as const;
        await db.updateTable('deposits').set(parked).where('id', '=', claim.depositId).execute();
      }
      expect(await claim.answer({ status: 'moreNeeded' })).toMatchObject({
        status: 409,
        body: { error: { code: 'claim.noMoreProofs' } },
      });
      const { body } = await operator.ask('claims-show', { claimId: claim.claimId });
      expect(body).toMatchObject({ status: 'open', answeredAt: null });
      expect((await claim.answer({ status: 'refused' })).status).toBe(200);
    },
  );

  test('that is refused tells the player why, and leaves the deposit alone for a day', async () => {
    const claim = await openClaim();
    const message = 'Your bank has returned the money';
    await claim.answer({ status: 'refused', message });
    const seen = await claim.seen();
    expect(seen).toMatchObject({ canClaim: false, claim: { status: 'refused', message } });
    expect(await claim.send()).toMatchObject({
      status: 409,
      body: { error: { code: 'claim.notPossible' } },
    });
    await server.core.db
      .updateTable('claims')
      .set({ answered_at: new Date(Date.now() - 25 * hourMs) })
      .where('id', '=', claim.claimId)
      .execute();
    const { body } = await claim.send();
    expect(body).toMatchObject({ status: 'open', proofs: 1 });
    expect(body.claimId).not.toBe(claim.claimId);
  });

  test('has each outcome told by webhook, and to the player on their open widget', async () => {
    const claim = await openClaim();
    const socket = await connected(openSocket(server.url, claim.player.token));
    const pushed = nextPush(socket, 'deposit.status');
    await claim.answer({ status: 'moreNeeded' });
    expect(await pushed).toMatchObject({ depositId: claim.depositId });
    socket.close();
    await claim.answer({ status: 'refused' });
    await expect
      .poll(() => statusesSent(claim.claimId), { timeout: 20_000 })
      .toEqual(['open', 'moreNeeded', 'refused']);
  });

  test('that was confirmed by the operator ends as credited, and takes no answer any more', async () => {
    const claim = await openClaim();
    const money = { amount: '100', currency: 'EUR', reason: 'seen at the bank' };
    await operator.ask('deposits-confirm', { depositId: claim.depositId, ...money });
    expect((await claim.seen()).claim).toMatchObject({ status: 'credited' });
    expect(await claim.answer({ status: 'refused' })).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible' } },
    });
  });

  test('that was refused ends as credited when its money arrives later, and both sides hear of it', async () => {
    const claim = await openClaim();
    await claim.answer({ status: 'refused', message: 'There is no such payment' });
    const socket = await connected(openSocket(server.url, claim.player.token));
    const pushed = nextPush(socket, 'deposit.status');
    await approve(server, claim.paymentId);
    expect(await pushed).toMatchObject({ depositId: claim.depositId });
    socket.close();
    await expect
      .poll(async () => (await claim.seen()).claim, { timeout: 20_000 })
      .toMatchObject({ claimId: claim.claimId, status: 'credited' });
    expect((await claim.seen()).claim).not.toHaveProperty('message');
    const { body } = await operator.ask('claims-show', { claimId: claim.claimId });
    expect(body).toMatchObject({ status: 'credited', answeredBy: null, message: null });
    await expect
      .poll(() => statusesSent(claim.claimId), { timeout: 20_000 })
      .toEqual(['open', 'refused', 'credited']);
    expect(await claim.player.balance()).toBe('100.00');
  });

  test('has one end, although its money and its refusal come at once: the money', async () => {
    const claim = await openClaim();
    const money = { amount: '100', currency: 'EUR', reason: 'seen at the bank' };
    const [credited] = await Promise.all([
      operator.ask('deposits-confirm', { depositId: claim.depositId, ...money }),
      claim.answer({ status: 'refused' }),
    ]);
    expect(credited.status).toBe(200);
    expect((await claim.seen()).claim).toMatchObject({ status: 'credited' });
    expect(await claim.player.balance()).toBe('100.00');
  });

  test('is answered once per key', async () => {
    const claim = await openClaim();
    const key = uuidv7();
    const first = await claim.answer({ status: 'moreNeeded' }, key);
    expect(await claim.answer({ status: 'moreNeeded' }, key)).toEqual(first);
  });
});
