import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateOutcome } from '../connectors/connector.ts';
import type { ConnectorError } from '../connectors/connector-outcome.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { askProvider, fewRetries, type ProviderRequest } from './ask-provider.ts';
import { buildBreakers } from './breakers.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const provider: ProviderRequest = {
  brandId: 'kassa',
  connector: 'sandbox',
  operation: 'create',
  playerId: 'a player',
};
const accepted: CreateOutcome = { kind: 'accepted', providerReference: 'p', step: null };

const failure = (error: 'unavailable' | 'timeoutUnknown' | 'malformed'): ConnectorError => ({
  kind: 'error',
  error,
  detail: 'a test',
});

/** Asks a provider that gives these outcomes in order. Returns how often it was asked, too. */
async function ask(outcomes: (CreateOutcome | Error)[], retries?: typeof fewRetries) {
  let asked = 0;
  const core = { ...server.core, breakers: buildBreakers() };
  const outcome = await askProvider<CreateOutcome>(
    core,
    provider,
    async () => {
      const answer = outcomes[asked];
      asked += 1;
      if (answer === undefined) throw new Error('asked too often');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    retries,
  );
  return { outcome, asked };
}

test('retries while a player waits, only where the provider certainly did nothing', async () => {
  const down = failure('unavailable');
  expect(await ask([down, accepted], fewRetries)).toEqual({ outcome: accepted, asked: 2 });
  expect((await ask([down, down, down, accepted], fewRetries)).asked).toBe(3);
  expect((await ask([down, accepted])).asked).toBe(1);
  for (const error of ['timeoutUnknown', 'malformed'] as const) {
    expect((await ask([failure(error), accepted], fewRetries)).asked).toBe(1);
  }
});

test('does not wait for a long Retry-After', async () => {
  const limited: ConnectorError = {
    kind: 'error',
    error: 'rateLimited',
    retryAfterMs: 60_000,
    detail: '429',
  };
  expect((await ask([limited, accepted], fewRetries)).asked).toBe(1);
});

test('treats a connector that throws as a malformed response', async () => {
  const { outcome } = await ask([new Error('a bug')], fewRetries);
  expect(outcome).toMatchObject({ kind: 'error', error: 'malformed' });
});

test('a missing connector is a misconfiguration', async () => {
  const gone = { ...provider, connector: 'gone' };
  expect(await askProvider(server.core, gone, async () => accepted)).toMatchObject({
    error: 'misconfigured',
  });
});

test("a provider's failures for one brand open the circuit of that brand only", async () => {
  const brand = server.core.brands.get(provider.brandId);
  if (brand === undefined) throw new Error('The test server has no such brand.');
  const brands = new Map([...server.core.brands, ['northwind', brand] as const]);
  // The clock stands still, as an open circuit is probed after a while.
  const at = new Date();
  const core = { ...server.core, brands, breakers: buildBreakers(), now: () => at };
  for (const playerId of ['a', 'b', 'c', 'd', 'e']) {
    await askProvider(core, { ...provider, playerId }, async () => failure('unavailable'));
  }
  const askFor = (brandId: string) =>
    askProvider<CreateOutcome>(core, { ...provider, brandId }, async () => accepted);
  expect(await askFor(provider.brandId)).toMatchObject({ error: 'unavailable' });
  expect(await askFor('northwind')).toEqual(accepted);
});
