import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type {
  AcknowledgeOutcome,
  CancelOutcome,
  CreateOutcome,
  OffersOutcome,
} from '../../connectors/connector.ts';
import type { StatusOutcome } from '../../connectors/connector-outcome.ts';
import type { NameOutcome, PayoutOutcome } from '../../connectors/payout-connector.ts';
import type { RefundOutcome } from '../../connectors/refund-connector.ts';
import type {
  ConnectorDescription,
  ErrorName,
  ProviderUnderTest,
  Provoked,
  Target,
  Task,
} from './description.ts';
import type { Stage } from './stage.ts';

/** After these errors the provider has certainly done nothing and knows nothing of the request. */
const errorsWithoutEffect: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'unavailable',
  'rateLimited',
  'rejected',
  'declined',
  'misconfigured',
]);

/** Registers a test for every error of the closed set that this provider can give. */
export function registerErrorTests<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  describe('an error is reported as such, in time, and the task can be retried', () => {
    it.each(cases(description))('$task: $error by $by', async ({ error, task, provoke }) => {
      const target = await prepare(stage(), task);
      const provoked = await provoke(stage().provider, task, target);
      const outcome = await perform(stage(), task, target, provoked);
      expect(outcome).toMatchObject({ kind: 'error', error });
      if (outcome.kind === 'error' && outcome.error === 'rateLimited') {
        expect(outcome.retryAfterMs).toBeGreaterThan(0);
        expect(outcome.retryAfterMs).toBeLessThanOrEqual(24 * 3600_000);
      }
      await stage().provider.recover();
      const knowsMoneyAlone = description.abilities.knowsMoneyAlone ?? false;
      await expectConsequence(stage(), task, target, { error, knowsMoneyAlone });
    });
  });
}

type Outcome =
  | CreateOutcome
  | AcknowledgeOutcome
  | CancelOutcome
  | StatusOutcome
  | OffersOutcome
  | PayoutOutcome
  | NameOutcome
  | RefundOutcome;

/** Lists every way to cause every error, for every task. */
function cases<Provider extends ProviderUnderTest>({ errors }: ConnectorDescription<Provider>) {
  return (Object.keys(errors) as ErrorName[]).flatMap((error) =>
    errors[error].flatMap(({ by, tasks, provoke }) =>
      tasks.map((task) => ({ error, by, task, provoke })),
    ),
  );
}

/**
 * Returns new ids for tasks that create; for all other tasks the provider has the deposit or
 * payout.
 */
async function prepare<Provider extends ProviderUnderTest>(
  stage: Stage<Provider>,
  task: Task,
): Promise<Target> {
  const isRefund = task === 'sendRefund' || task === 'refundStatus';
  const depositId = uuidv7();
  const needsOffers = task === 'quoteOffers' || task === 'chooseOffer';
  const target = {
    depositId,
    withdrawalId: uuidv7(),
    offer: needsOffers ? (await stage.createWithOffers(depositId)).offers[0] : null,
    refund: isRefund ? await stage.refundOrder() : null,
  };
  if (task === 'refundStatus' && target.refund !== null) await stage.refund(target.refund);
  if (task === 'payoutStatus') await stage.send({ withdrawalId: target.withdrawalId });
  if (task === 'complete' || task === 'cancel' || task === 'status') {
    await stage.create({ depositId: target.depositId });
  }
  return target;
}

function perform<Provider extends ProviderUnderTest>(
  stage: Stage<Provider>,
  task: Task,
  { depositId, withdrawalId, offer, refund }: Target,
  { settings, answerWithinMs, order }: Provoked,
): Promise<Outcome> {
  const deposit = { depositId, providerReference: null };
  const connector = settings === undefined ? stage.connector : stage.build(settings);
  const ask = <Asked extends Outcome>(asked: Promise<Asked>) => stage.ask(asked, answerWithinMs);
  const { offers, payouts, refunds } = connector;
  switch (task) {
    case 'create':
      return ask(connector.create(stage.order({ depositId, ...order })));
    case 'complete':
      return ask(connector.complete(deposit, { confirmationId: null, fields: {} }));
    case 'cancel':
      return ask(connector.cancel(deposit));
    case 'status':
      return ask(connector.status(deposit));
    case 'quoteOffers':
    case 'chooseOffer':
      if (offers === undefined || offer === null) throw new Error('the connector has no offers');
      return task === 'quoteOffers'
        ? ask(offers.quote(deposit))
        : ask(offers.choose(deposit, offer));
    case 'sendPayout':
    case 'payoutStatus':
      if (payouts === null) throw new Error('the connector has no payouts');
      return task === 'payoutStatus'
        ? ask(payouts.status(withdrawalId))
        : ask(payouts.send(stage.payoutOrder({ withdrawalId, ...order })));
    case 'enquireName': {
      const { fields = {} } = stage.description.enquiry ?? {};
      return ask(stage.enquire(fields, { part: order ?? {}, connector }));
    }
    case 'sendRefund':
    case 'refundStatus':
      if (refunds === null || refund === null) throw new Error('the connector has no refunds');
      return task === 'refundStatus' ? ask(refunds.status(refund)) : ask(refunds.send(refund));
  }
}

/**
 * Asserts that an error is right about its effect: the status is absent after an error without
 * effect; after any other error a retry finds or creates the only deposit, payout or refund.
 */
async function expectConsequence<Provider extends ProviderUnderTest>(
  stage: Stage<Provider>,
  task: Task,
  { depositId, withdrawalId, offer, refund }: Target,
  { error, knowsMoneyAlone }: { error: ErrorName; knowsMoneyAlone: boolean },
): Promise<void> {
  const { connector } = stage;
  const { payouts } = connector;
  if (task === 'create') {
    const found = await stage.ask(connector.status({ depositId, providerReference: null }));
    if (errorsWithoutEffect.has(error) && !knowsMoneyAlone)
      expect(found).toEqual({ kind: 'absent' });
    const { reference } = await stage.create({ depositId });
    expect((await stage.create({ depositId })).reference).toBe(reference);
  }
  if (task === 'chooseOffer' && offer !== null) {
    const deposit = { depositId, providerReference: null };
    // A choice that the provider has processed is found again.
    const chosen = await stage.ask(stage.offers.choose(deposit, offer));
    expect(chosen).toMatchObject({ kind: 'chosen', offer });
  }
  if (task === 'sendPayout' && payouts !== null) {
    const found = await stage.ask(payouts.status(withdrawalId));
    if (errorsWithoutEffect.has(error)) expect(found).toEqual({ kind: 'absent' });
    const { reference } = await stage.send({ withdrawalId });
    if (found.kind === 'known') expect(found.events[0]?.providerReference).toBe(reference);
  }
  if (task === 'sendRefund' && refund !== null) {
    const found = await stage.ask(stage.refunds.status(refund));
    if (errorsWithoutEffect.has(error)) expect(found).toEqual({ kind: 'absent' });
    const { reference } = await stage.refund(refund);
    if (found.kind === 'known') expect(found.events[0]?.providerReference).toBe(reference);
  }
}
