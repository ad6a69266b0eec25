import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { useSweepstakeDesk } from '../testing/sweepstake-desk.ts';
import { runCli } from './run-cli.ts';

const { desk, bring } = useSweepstakeDesk();

let operator: OperatorClient;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});

const kassa = async (...words: string[]) => {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const { operatorUrl: KASSA_OPERATOR_URL } = desk.server;
  const code = await runCli(words, {
    environment: { KASSA_OPERATOR_URL, KASSA_OPERATOR_KEY: operator.key },
    input: Readable.from([]),
    output,
    errors,
    isInteractive: false,
  });
  output.end();
  errors.end();
  const [out, err] = await Promise.all([text(output), text(errors)]);
  expect([code, err]).toEqual([0, '']);
  return out;
};

const why = ['--reason', 'for a test', '--yes'];
const row = async (boxId: string) => {
  const lines = (await kassa('packages', 'list')).split('\n');
  return lines.find((line) => line.startsWith(boxId))?.split(/\s{2,}/);
};

test('packages are put on sale, withdrawn, restored and reset', async () => {
  const terms = ['3.99', 'USD', '40000', '4', '--badge', 'new', '--countries', 'us', 'ca'];
  await kassa('packages', 'set', 'spring', ...terms, '--per-player', '3', ...why);
  expect(await row('spring')).toMatchObject([
    'spring',
    '3.99',
    'USD',
    '40000',
    '4',
    'onSale',
    '0',
    'changed',
  ]);
  await kassa('packages', 'withdraw', 'spring', ...why);
  expect(await row('spring')).toContain('withdrawn');
  await kassa('packages', 'restore', 'spring', ...why);
  expect(await row('spring')).toContain('onSale');
  await kassa('packages', 'reset', 'spring', ...why);
  expect(await row('spring')).toBeUndefined();
});

test('the rules are changed, and reset by "none"', async () => {
  const regions = ['--excluded-regions', 'us-nv', 'us-wa'];
  await kassa('sweepstake', 'change', '--playthrough', '2', ...regions, ...why);
  const shown = async () => JSON.parse(await kassa('sweepstake', 'show', '--json'));
  expect(await shown()).toMatchObject({ playthrough: '2', excludedRegions: ['us-nv', 'us-wa'] });
  const none = ['--playthrough', 'none', '--excluded-regions', 'none'];
  await kassa('sweepstake', 'change', ...none, ...why);
  expect(await shown()).toMatchObject({ playthrough: '1', excludedRegions: ['us-wa', 'gb'] });
});

test('a free entry gives coins once', async () => {
  const { externalId, coins } = await bring();
  const entry = ['players', 'free-entry', externalId, 'letter-1', '5', '--gold', '100', ...why];
  await kassa(...entry);
  await kassa(...entry);
  expect(await coins()).toEqual({ gcAmount: '100', scAmount: '5' });
});
