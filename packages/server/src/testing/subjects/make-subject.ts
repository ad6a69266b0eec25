import type { Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { expect, vi } from 'vitest';
import { toBatchContext } from '../../ground/encryption/sealed.ts';
import { makeReference } from '../../ground/make-reference.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { offerBonus } from '../../money/bonuses/offer-bonus.ts';
import { receiveTransfer } from '../../money/provider-events/receive-transfer.ts';
import { addRequisite } from '../../money/requisites/add-requisite.ts';
import { proposeAct } from '../../operator/acts/propose-act.ts';
import { createRefund } from '../../operator/acts/refund-acts.ts';
import { endpoints } from '../../operator/dispatch/endpoints.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildRequisite } from '../build-requisite.ts';
import { createOperator } from '../operator-client.ts';
import { makePicture } from '../proof-files.ts';
import { signSandboxEvent } from '../sandbox-event.ts';
import type { TestServer } from '../test-server.ts';
import { buildDepositData } from '../webhook-data.ts';

/** A player of a brand, with a token. */
export interface Owner {
  brandId: 'kassa' | 'other';
  /** Kassa's own id of the player. */
  playerId: string;
  externalId: string;
  token: string;
}

/** Creates a player of a brand; the external id is unique by default. */
export async function makeOwner(
  server: TestServer,
  brandId: 'kassa' | 'other',
  externalId: string = uuidv7(),
): Promise<Owner> {
  const sign = brandId === 'kassa' ? server.token : server.otherToken;
  // Nobody in a test solves captchas.
  const token = await sign({ playerId: externalId, captchaBypass: true });
  const playerId = await resolvePlayer(server.core.db, brandId, externalId);
  return { brandId, playerId, externalId, token };
}

const waitOptions = { timeout: 30_000, interval: 10 };

type MakeSubject = (server: TestServer, owner: Owner, money?: Money) => Promise<string[]>;

/**
 * Creates one subject of each kind as it arises in production; returns all ids that identify it.
 */
const makers = {
  session: async (server, { token }) => {
    const { body } = await server.call('session-start', order, { token });
    return [body.payment_session_id];
  },
  deposit: async (server, owner) => {
    const { depositId, reference } = await createDeposit(server, owner);
    return [depositId, reference];
  },
  /** The provider asks for more fields (docs/sandbox.md). */
  incompleteDeposit: async (server, owner) => {
    const fields = { iban: 'DE991111' };
    const { depositId, reference } = await createDeposit(server, owner, { fields });
    return [depositId, reference];
  },
  /** The same, paid from person to person. */
  incompleteP2pDeposit: async (server, { token }) => {
    const { status, body } = await server.call('deposit-create-p2p', incompleteP2p, { token });
    expect(status).toBe(200);
    return [body.depositId, body.reference];
  },
  canceledDeposit: async (server, owner) => {
    const { depositId, reference } = await createDeposit(server, owner);
    await server.call('deposit-cancel', { depositId, paymentMethod: 'card' }, owner);
    return [depositId, reference];
  },
  /** The player pays by an invoice on a page of the widget. */
  invoicedDeposit: async (server, { brandId, externalId }) => {
    const sign = brandId === 'kassa' ? server.token : server.otherToken;
    const token = await sign({ playerId: externalId, country: 'fr' });
    const asked = { ...order, paymentType: 'unified_invoice' };
    const { body } = await server.call('deposit-create', asked, { token });
    return [body.depositId, body.reference];
  },
  withdrawal: async (server, owner) => {
    const { token } = owner;
    await fill(server, owner);
    const request = { amount: '20', currency: 'EUR', paymentType: 'payout' };
    const { body } = await server.call('withdrawal-create', request, { token });
    return [body.withdrawalId, body.reference];
  },
  depositDetails: async (server, owner) => {
    await createDeposit(server, owner, { fields: { iban: newIban() } });
    return newestDetails(server, owner, 'card');
  },
  p2pDetails: async (server, owner) => {
    const asked = { ...incompleteP2p, fields: { account: newIban() } };
    const { status } = await server.call('deposit-create-p2p', asked, { token: owner.token });
    expect(status).toBe(200);
    return newestDetails(server, owner, 'p2p_transfer');
  },
  /** The player has at least 80 EUR left for another withdrawal. */
  withdrawalDetails: async (server, owner) => {
    await fill(server, owner);
    await fill(server, owner);
    const order = { amount: '20', currency: 'EUR', paymentType: 'payout' };
    const fields = { iban: newIban() };
    const { status } = await server.call('withdrawal-create', { ...order, fields }, owner);
    expect(status).toBe(200);
    return newestDetails(server, owner, 'payout');
  },
  /** A parked receipt: its amount is implausibly large. */
  payment: async (server, owner) => {
    const { depositId } = await createDeposit(server, owner);
    await approve(server, depositId, { paidAmount: '1000000000000001' });
    const parked = await vi.waitUntil(
      () =>
        server.core.db
          .selectFrom('payments')
          .select('id')
          .where('deposit_id', '=', depositId)
          .executeTakeFirst(),
      waitOptions,
    );
    return [parked.id];
  },
  /** A refund of a credited deposit, before the provider was asked. */
  refund: async (server, owner) => {
    const id = uuidv7();
    const depositId = await fill(server, owner);
    const { brandId } = owner;
    const money = { amount: '20', currency: 'EUR' };
    const act = { ...by, brandId, depositId, refundId: id, money, isVoid: false };
    await server.core.db.transaction().execute((tx) => createRefund(server.core, tx, act));
    return [id];
  },
  /** A notification about a deposit that doesn't exist. */
  notification: async (server, { brandId }) => {
    const eventId = uuidv7();
    const payment = {
      id: `pay_${eventId}`,
      merchantReference: uuidv7(),
      status: 'approved',
      amount: '50.00',
      currency: 'EUR',
      paidAmount: '50.00',
    };
    const event = { eventId, type: 'payment.updated', payment };
    await fetch(`${server.url}/api/providers/${brandId}/sandbox/notifications`, {
      method: 'POST',
      ...signSandboxEvent(event, server.webhookSecret, new Date()),
    });
    const stored = await vi.waitUntil(
      () =>
        server.core.db
          .selectFrom('provider_notifications')
          .select('id')
          .where('notification_id', '=', eventId)
          .where('processed_at', 'is not', null)
          .executeTakeFirst(),
      waitOptions,
    );
    return [stored.id];
  },
  claim: async (server, owner) => {
    const { depositId } = await createDeposit(server, owner);
    const proof = (await makePicture()).toString('base64');
    const { body } = await server.call('deposit-claim', { depositId, proof }, owner);
    return [body.claimId];
  },
  /** A transfer to an account that is not known. */
  bankTransfer: async ({ core }, { brandId }, paid = { amount: '50', currency: 'EUR' }) => {
    const transfer = {
      kind: 'transfer' as const,
      providerReference: uuidv7(),
      accountNumber: '99990000111122223333',
      paid,
      bookedAt: new Date(),
      text: null,
      payerName: null,
      payerAccount: null,
    };
    const confirmedBy = 'provider' as const;
    const evidence = { brandId, connector: 'sandbox', source: 'a test', confirmedBy };
    await core.db.transaction().execute((tx) => receiveTransfer(core, tx, evidence, transfer));
    const { id } = await core.db
      .selectFrom('bank_transfers')
      .select('id')
      .where('bank_reference', '=', transfer.providerReference)
      .executeTakeFirstOrThrow();
    return [id];
  },
  /** A payment without the comment that names its player. */
  chainPayment: async ({ core }, { brandId }, paid = { amount: '3', currency: 'TON' }) => {
    const id = uuidv7();
    await core.db
      .insertInto('chain_payments')
      .values({
        id,
        brand_id: brandId,
        account: 'chains',
        blockchain: 'TON',
        txid: id,
        index: 'in',
        content: 'a digest',
        address_id: null,
        player_id: null,
        deposit_id: null,
        coin: paid.currency,
        contract: null,
        amount: paid.amount,
        memo: null,
        height: 100,
        block_hash: 'a test',
        rate: null,
        rate_source: null,
        account_currency: null,
        status: 'parked',
        note: null,
        because: 'noMemo',
        seen_at: core.now(),
      })
      .execute();
    return [id];
  },
  delivery: async ({ core }, { brandId, playerId }) => {
    const data = buildDepositData('a deposit');
    const event = { brandId, playerId, type: 'deposit.status', data } as const;
    // The call as if the brand had a webhook. Without one, nothing is sent.
    await core.db.transaction().execute((tx) => recordEvent({ brands: new Map() }, tx, event));
    const { id } = await core.db
      .selectFrom('webhook_events')
      .select('id')
      .where('player_id', '=', playerId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return [id];
  },
  /** A captured hold, as if the brand had a remote wallet. */
  walletOperation: async (server, owner) => {
    const id = uuidv7();
    const [withdrawalId = ''] = await makers.withdrawal(server, owner);
    await server.core.db
      .insertInto('wallet_operations')
      .values({
        id,
        brand_id: owner.brandId,
        player_id: owner.playerId,
        withdrawal_id: withdrawalId,
        kind: 'capture',
        amount: '20',
        currency: 'EUR',
        hold_id: uuidv7(),
        status: 'refused',
      })
      .execute();
    return [id];
  },
  player: async (_server, { playerId, externalId }) => [playerId, externalId],
  block: async ({ core }, owner) => {
    const id = uuidv7();
    const block = { id, what: 'all', source: 'operator', until: null, ...by } as const;
    await core.db.transaction().execute((tx) => blockPlayer(core, tx, owner, block));
    return [id];
  },
  bonus: async ({ core }, owner) => {
    const id = uuidv7();
    const offer = {
      id,
      kind: 'deposit',
      title: 'Welcome',
      subtitle: null,
      currency: 'EUR',
      minDeposit: '20',
      percent: '50',
      maxBonusAmount: null,
      wagerMultiplier: null,
      payoutMultiplier: null,
      onWithdrawal: 'forfeited',
      mustAccrueBefore: new Date(Date.now() + 3600_000),
      ...by,
    } as const;
    await core.db.transaction().execute((tx) => offerBonus(core, tx, owner, offer));
    return [id];
  },
  /** A reconciliation run: a settlement file of one line. */
  run: async (server, { brandId }) => {
    const operator = await createOperator(server, { brandId });
    const csv = `id,amount,currency\n${uuidv7()},1,EUR`;
    const file = { connector: 'sandbox', day: '2026-11-20', csv };
    const { body } = await operator.ask('reconciliation-import', file);
    return [body.id];
  },
  /** An account of the brand's pool. */
  requisite: async ({ core }, { brandId }) => {
    const requisite = await core.db
      .transaction()
      .execute((tx) => addRequisite(core, tx, brandId, buildRequisite()));
    return [requisite.id];
  },
  /** A file of no payouts that a test has. */
  payoutFile: async ({ core: { db, vault } }, { brandId }) => {
    const id = uuidv7();
    const reference = makeReference('PB');
    await db
      .insertInto('payout_batches')
      .values({
        id,
        brand_id: brandId,
        account: 'bank',
        reference,
        format: 'pain.001.001.09',
        file_name: `${reference}.xml`,
        count: 1,
        sums: JSON.stringify([{ amount: '40', currency: 'EUR' }]),
        content_sealed: vault.seal('<Document/>', toBatchContext({ brand_id: brandId, id })),
        created_at: new Date(),
        created_by: 'a test',
      })
      .execute();
    return [id, reference];
  },
  /** A statement without lines. */
  statement: async (server, owner) => {
    const [requisiteId = ''] = await makers.requisite(server, owner);
    const operator = await createOperator(server, owner);
    const file = Buffer.from(`date,amount,currency,text\n2026-11-20,-1,EUR,${uuidv7()}`);
    const request = { requisiteId, file: file.toString('base64') };
    const { body } = await operator.ask('statements-import', request);
    return [body.id];
  },
  /** A confirmation that another key proposed, as if the brand had a threshold. */
  pendingAct: async (server, owner) => {
    const { depositId } = await createDeposit(server, owner);
    const { keyId } = await createOperator(server, owner);
    const money = { amount: '50', currency: 'EUR' };
    const request = { depositId, ...money, reason: by.reason };
    const prepared = endpoints.get('deposits-confirm')?.prepare(request);
    if (prepared?.kind !== 'act') throw new Error('There is no act deposits-confirm');
    const { brandId } = owner;
    const operator = { ...anyOperator, brandId, keyId, actor: by.actor };
    const subject = { kind: 'deposit', id: depositId };
    const proposal = { action: 'deposits-confirm', prepared, money: { subject, amounts: [money] } };
    const id = uuidv7();
    await server.core.db
      .transaction()
      .execute((tx) => proposeAct(server.core, tx, operator, { ...proposal, id }));
    return [id];
  },
  key: async (server, { brandId }) => [(await createOperator(server, { brandId })).keyId],
} satisfies Record<string, MakeSubject>;

export type SubjectKind = keyof typeof makers;

export const subjectKinds = Object.keys(makers) as SubjectKind[];

/**
 * Creates one more subject of a kind; returns all ids that identify it, Kassa's own id first.
 * @param money - of a payment that reached no deposit, if not the usual
 */
export function makeSubject(
  server: TestServer,
  owner: Owner,
  kind: SubjectKind,
  money?: Money,
): Promise<string[]> {
  return makers[kind](server, owner, money);
}

const anyOperator = { scopes: new Set<never>(), expiresAt: null, requestId: 'KR-TEST' };

const by = { actor: 'a test', reason: 'to be tried' };

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

/** A P2P order for which the provider asks for a code (docs/sandbox.md). */
export const incompleteP2p = {
  amount: '113',
  currency: 'EUR',
  paymentMethod: 'p2p_transfer',
  captchaBypass: true,
} as const;

async function createDeposit(server: TestServer, { token }: Owner, part: object = {}) {
  const { status, body } = await server.call('deposit-create', { ...order, ...part }, { token });
  expect(status).toBe(200);
  return body as { depositId: string; reference: string };
}

/** Has a deposit of 50 EUR credited; returns its id. Other subjects may move money meanwhile. */
async function fill(server: TestServer, owner: Owner): Promise<string> {
  const { depositId } = await createDeposit(server, owner);
  await approve(server, depositId, {});
  await vi.waitUntil(
    () =>
      server.core.db
        .selectFrom('deposits')
        .select('id')
        .where('id', '=', depositId)
        .where('status', '=', 'processed')
        .executeTakeFirst(),
    waitOptions,
  );
  return depositId;
}

const newIban = () => `DE${uuidv7().replaceAll('-', '').toUpperCase()}`;

async function newestDetails(
  server: TestServer,
  { token }: Owner,
  paymentType: string,
): Promise<string[]> {
  const { body } = await server.call('saved-details-list', { paymentType }, { token });
  return [body.details[0].detailsId];
}

async function approve(server: TestServer, depositId: string, paid: object): Promise<void> {
  const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  await server.provider('POST', `/v1/payments/${body.id}/approve`, paid);
}
