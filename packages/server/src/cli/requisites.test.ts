import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { giveInvoice, startPoolServer } from '../testing/pool-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { runCli } from './run-cli.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startPoolServer();
  operator = await createOperator(server);
});

afterAll(() => server.stop());

/** Runs `kassa`; `input` is piped, or typed by a person. */
async function kassa(words: string[], { input = Readable.from([]), isInteractive = false } = {}) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const shown: string[] = [];
  for (const stream of [output, errors]) stream.on('data', (part) => shown.push(String(part)));
  const ended = runCli(words, {
    environment: { KASSA_OPERATOR_URL: server.operatorUrl, KASSA_OPERATOR_KEY: operator.key },
    input,
    output,
    errors,
    isInteractive,
  });
  return { ended, text: () => shown.join('') };
}

async function run(words: string[], piped = ''): Promise<{ code: number; text: string }> {
  const { ended, text } = await kassa(words, { input: Readable.from([piped]) });
  return { code: await ended, text: text() };
}

const adding = [
  ...['requisites', 'add', '--kind', 'card', '--country', 'de', '--currency', 'EUR'],
  ...['--methods', 'card', '--bank', 'Example Bank', '--owner', 'Example Ltd'],
  ...['--holder', 'Ann Example', '--day-count-limit', '20', '--working-hours', '09:00-23:30'],
];

test('the number of a new account is piped, and the account is shown masked', async () => {
  const { code, text } = await run([...adding, '--yes'], '4242 4242 4242 4242\n');
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toMatch(/number +•••• 4242/);
  expect(text).toMatch(/workingHours +09:00-23:30/);
  expect(text).not.toMatch(/4242 ?4242|Ann/);
});

test('a person types the number unseen, and confirms what is added without it', async () => {
  const input = new PassThrough();
  const { ended, text } = await kassa(adding, { input, isInteractive: true });
  input.write('5555 5555 5555 4444\n');
  await expect.poll(text).toContain('Continue?');
  expect(text()).toContain('owner: Example Ltd');
  input.write('y\n');
  expect(await ended).toBe(0);
  expect(text()).toMatch(/number +•••• 4444/);
  expect(text()).not.toContain('5555');
});

test('a number as an argument is refused', async () => {
  const { code, text } = await run([...adding, '--yes', '--number', '4242424242424242']);
  expect({ code, text }).toMatchObject({ code: 2, text: expect.stringContaining('--number') });
});

test('the list is a table, and an account is shown with its invoices', async () => {
  const [id] = await ids();
  const { reference } = await giveInvoice(server, id ?? '');
  const list = await run(['requisites', 'list', '--bank', 'Example Bank', '--state', 'on']);
  expect(list.text).toMatch(/^id +number +bank +owner +currency +state/);
  expect(list.text).toMatch(new RegExp(`${id} +•••• \\d{4} +Example Bank +Example Ltd +EUR +on`));
  const shown = await run(['requisites', 'show', id ?? '']);
  expect(shown.text).toMatch(/countLeftToday +19/);
  expect(shown.text).toMatch(new RegExp(`invoices:\n.*\n *${reference} +50 +EUR`));
});

test('settings are changed one by one, and a limit is lifted by the word none', async () => {
  // The first one has a live invoice.
  const [, id = ''] = await ids();
  const words = ['--day-count-limit', 'none', '--max-amount', '300', '--cooldown-minutes', '0'];
  const { text } = await run(['requisites', 'change', id, ...words, '--yes', '--json']);
  expect(JSON.parse(text)).toMatchObject({
    dayCountLimit: null,
    maxAmount: '300',
    cooldownMinutes: 0,
    workingHours: '09:00-23:30',
  });
  for (const [flag, hasReference] of [
    ['--reference', true],
    ['--no-reference', false],
  ] as const) {
    const changed = await run(['requisites', 'change', id, flag, '--yes', '--json']);
    expect(JSON.parse(changed.text)).toMatchObject({ hasReference, maxAmount: '300' });
  }
  const bad = await run(['requisites', 'change', id, '--cooldown-minutes', 'none', '--yes']);
  expect(bad).toMatchObject({ code: 1, text: expect.stringContaining('cooldownMinutes') });
});

test('one account, or all of an owner, are switched off and on', async () => {
  const [id = ''] = await ids();
  const reason = ['--reason', 'the bank asks', '--yes'];
  const off = await run(['requisites', 'off', id, ...reason]);
  expect(off.text).toMatch(/^id +number +bank +owner +state +liveInvoices\n/);
  expect(off.text.match(/ off +1$/gm)).toHaveLength(1);
  const all = await run(['requisites', 'off', '--owner', 'Example Ltd', ...reason]);
  expect(all.text.match(/ off +\d$/gm)).toHaveLength(2);
  const on = await run(['requisites', 'on', '--bank', 'Example Bank', ...reason]);
  expect(on.text.match(/ on +\d$/gm)).toHaveLength(2);
  const none = await run(['requisites', 'off', ...reason]);
  expect(none).toMatchObject({ code: 1, text: expect.stringContaining('requisiteId') });
});

test('a removed account is out of the list', async () => {
  const [id = ''] = await ids();
  const { text } = await run(['requisites', 'remove', id, '--reason', 'closed', '--yes']);
  expect(text).toMatch(/state +removed/);
  expect(await ids()).not.toContain(id);
});

/** The oldest first. */
async function ids(): Promise<string[]> {
  const { body } = await operator.ask('requisites-list');
  return body.items.map(({ id }: { id: string }) => id).reverse();
}
