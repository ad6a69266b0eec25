import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBrands } from './load-brands.ts';

const key =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-brands-'));
  await mkdir(path.join(folder, 'brands'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(product: string): Promise<void> {
  const chain = { network: 'regtest', nodes: [{ url: 'http://127.0.0.1:9' }], xpub: key };
  const brand = {
    product,
    name: product,
    mode: 'test',
    token: {
      issuer: product,
      audience: 'kassa',
      keys: [{ alg: 'HS256', kid: 'test', secret: 'a secret that is long enough for HS256' }],
    },
    allowedOrigins: [`https://${product}.example`],
    connectors: { onchain: { chains: { BITCOIN: chain } } },
  };
  await writeFile(path.join(folder, 'brands', `${product}.json`), JSON.stringify(brand));
}

test('two brands may not derive addresses from one key', async () => {
  await write('north');
  expect((await readBrands(folder, {}, new Map())).problems).toEqual([]);
  await write('south');
  expect((await readBrands(folder, {}, new Map())).problems).toEqual([
    'south.json: onchain: the key of BITCOIN is one of the account "onchain" of "north", too',
  ]);
});
