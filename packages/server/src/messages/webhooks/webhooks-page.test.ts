import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type WebhookType, webhookDataSchemas } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../ground/database/embedded/free-port.ts';
import { postSigned } from '../../ground/signed-http/post-signed.ts';
import { requestApproval } from '../../money/policy/approval.ts';
import { startOperatorEndpoint } from '../../testing/operator-endpoint.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const page = await readFile(path.join(root, 'docs/webhooks.md'), 'utf8');

/** Returns the code under a mark such as `<!-- receiver -->`. */
function codeAt(mark: string): string {
  const code = page.split(`<!-- ${mark} -->`)[1]?.match(/```\w+\n(.*?)```/s)?.[1];
  if (code === undefined) throw new Error(`The page has no ${mark}`);
  return code;
}

describe('the table of events', () => {
  const rows = [...page.matchAll(/^\| `([\w.]+)` \| [^|]+ \| `(\{.+\})` \|$/gm)];

  test('has each type once', () => {
    const types = rows.map(([, type]) => type);
    expect(types.toSorted()).toEqual(Object.keys(webhookDataSchemas).toSorted());
  });

  test.each(rows.map(([, type = '', example = '']) => [type, example] as const))(
    'shows exactly the fields of %s',
    (type, example) => {
      const data = JSON.parse(example);
      expect(webhookDataSchemas[type as WebhookType].parse(data)).toEqual(data);
    },
  );
});

describe('the receiver', () => {
  const secret = 'whsec_YSBzZWNyZXQgb2YgdGhlIGd1aWRlJ3MgcmVjZWl2ZXI=';
  let folder: string;
  let receiver: ChildProcess;
  let url: string;
  let printed = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kassa-receiver-'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const file = path.join(folder, 'receiver.mjs');
    await writeFile(file, codeAt('receiver'));
    const port = await findFreePort();
    url = `http://localhost:${port}/`;
    receiver = spawn(process.execPath, [file], {
      env: { ...process.env, PORT: String(port), KASSA_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    receiver.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  });

  afterAll(async () => {
    receiver.kill();
    await rm(folder, { recursive: true });
  });

  const send = (id: string, secrets: string[], note = '') => {
    const body = {
      type: 'deposit.status',
      playerId: 'ann',
      sequence: 1,
      data: { status: 'created', note },
    };
    return postSigned({ url, secrets, timeoutMs: 20_000 }, { id, body });
  };

  test('accepts signed events only, each once', async () => {
    const isUp = () =>
      fetch(url).then(
        ({ status }) => status === 401,
        () => false,
      );
    await expect.poll(isUp).toBe(true);
    const other = 'whsec_bm90IHRoZSByZWNlaXZlcidzIHNlY3JldCBhdCBhbGw=';
    expect(await send('one', [other])).toMatchObject({ status: 401 });
    expect(await send('one', [other, secret])).toMatchObject({ status: 204 });
    expect(await send('one', [secret])).toMatchObject({ status: 204 });
    // The chunks of a long body end within characters.
    const long = '€'.repeat(200_000);
    expect(await send('two', [secret], long)).toMatchObject({ status: 204 });
    await expect.poll(() => printed).toBe('ann 1 deposit.status created\n'.repeat(2));
  });
});

test('the request for approval matches the one that is sent', async () => {
  const endpoint = await startOperatorEndpoint();
  endpoint.answer = () => ({ status: 200, body: { approved: true } });
  const { type: _, brand: brandId, ...subject } = JSON.parse(codeAt('approval request'));
  const { url, secret } = endpoint;
  const approval = { url, secrets: [secret], timeoutMs: 20_000, deposits: true, payouts: true };
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  await requestApproval(
    { brands: new Map([[brandId, { approval }]]), log: quiet },
    { brandId, ...subject },
  );
  expect(endpoint.received.map(({ body }) => body)).toEqual([
    JSON.parse(codeAt('approval request')),
  ]);
  await endpoint.close();
});
