import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type {
  AcknowledgeOutcome,
  CreateOutcome,
  PayoutOutcome,
  StatusOutcome,
} from '../../connectors/connector.ts';
import type {
  ConnectorDescription,
  ErrorName,
  ProviderUnderTest,
  Provoked,
  Target,
  Task,
} from './description.ts';
import type { Stage } from './stage.ts';

/** After these the provider certainly did nothing, and knows of nothing. */
const innocentErrors: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'unavailable',
  'rateLimited',
  'rejected',
  'declined',
  'misconfigured',
]);

/** Every error of the closed set, wherever this provider can give it. */
export function registerErrorTests<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  describe('an error is told as such, in time, and can be got over', () => {
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

type Outcome = CreateOutcome | AcknowledgeOutcome | StatusOutcome | PayoutOutcome;

/** Every way to every error, for every task. */
function cases<Provider extends ProviderUnderTest>({ errors }: ConnectorDescription<Provider>) {
  return (Object.keys(errors) as ErrorName[]).flatMap((error) =>
    errors[error].flatMap(({ by, tasks, provoke }) =>
      tasks.map((task) => ({ error, by, task, provoke })),
    ),
  );
}

/** What creates gets new ids; the rest is about something that the provider has. */
async function prepare<Provider extends ProviderUnderTest>(
  stage: Stage<Provider>,
  task: Task,
): Promise<Target> {
  const target = {
    depositId: uuidv7(),
    withdrawalId: uuidv7(),
  };
  if (task === 'payoutStatus') await stage.send({ withdrawalId: target.withdrawalId });
  if (task === 'complete' || task === 'cancel' || task === 'status') {
    await stage.create({ depositId: target.depositId });
  }
  return target;
}

function perform<Provider extends ProviderUnderTest>(
  stage: Stage<Provider>,
  task: Task,
  { depositId, withdrawalId }: Target,
  { settings, answerWithinMs, order }: Provoked,
): Promise<Outcome> {
  const deposit = { depositId, providerReference: null };
  const connector = settings === undefined ? stage.connector : stage.build(settings);
  const ask = <Asked extends Outcome>(asked: Promise<Asked>) => stage.ask(asked, answerWithinMs);
  const { payouts } = connector;
  switch (task) {
    case 'create':
      return ask(connector.create(stage.order({ depositId, ...order })));
    case 'complete':
      return ask(connector.complete(deposit, { confirmationId: null, fields: {} }));
    case 'cancel':
      return ask(connector.cancel(deposit));
    case 'status':
      return ask(connector.status(deposit));
    case 'sendPayout':
    case 'payoutStatus':
      if (payouts === null) throw new Error('the connector has no payouts');
      return task === 'payoutStatus'
        ? ask(payouts.status(withdrawalId))
        : ask(payouts.send(stage.payoutOrder({ withdrawalId, ...order })));
  }
}

/**
 * An error says whether anything may have happened: what certainly didn't is absent, and what may
 * have is found or can be asked for again, without a second one coming of it.
 */
async function expectConsequence<Provider extends ProviderUnderTest>(
  stage: Stage<Provider>,
  task: Task,
  { depositId, withdrawalId }: Target,
  { error, knowsMoneyAlone }: { error: ErrorName; knowsMoneyAlone: boolean },
): Promise<void> {
  const { connector } = stage;
  const { payouts } = connector;
  if (task === 'create') {
    const found = await stage.ask(connector.status({ depositId, providerReference: null }));
    if (innocentErrors.has(error) && !knowsMoneyAlone) expect(found).toEqual({ kind: 'absent' });
    const { reference } = await stage.create({ depositId });
    expect((await stage.create({ depositId })).reference).toBe(reference);
  }
  if (task === 'sendPayout' && payouts !== null) {
    const found = await stage.ask(payouts.status(withdrawalId));
    if (innocentErrors.has(error)) expect(found).toEqual({ kind: 'absent' });
    const { reference } = await stage.send({ withdrawalId });
    if (found.kind === 'known') expect(found.events[0]?.providerReference).toBe(reference);
  }
}
