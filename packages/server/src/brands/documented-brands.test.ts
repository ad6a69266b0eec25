import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectorFactories } from '../connectors/registry.ts';
import { readSamples } from '../testing/doc-samples.ts';
import { brandConfigSchema } from './brand-config.ts';
import { loadBrands } from './load-brands.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');
const [main] = readSamples('settings.md', 'json');
const settings = new Set(Object.keys(brandConfigSchema._zod.def.shape));

interface Sample {
  page: string;
  /** Parts of a brand's file. */
  parts: Record<string, unknown>;
}

/** Returns the parts of a brand's file that a page shows. */
async function readParts(page: string): Promise<Sample[]> {
  const text = await readFile(path.join(docs, page), 'utf8');
  const blocks = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) => {
    const parts = JSON.parse(block.startsWith('"') ? `{${block}}` : block);
    const [name = ''] = Object.keys(parts);
    const isConnector = connectorFactories.has(name) && !Array.isArray(parts[name]);
    if (isConnector) return [{ page, parts: { connectors: parts } }];
    return settings.has(name) ? [{ page, parts }] : [];
  });
}

const pages = globSync('*.md', { cwd: docs }).sort();
const samples = (await Promise.all(pages.map(readParts))).flat();

/** A valid value for every variable: an address, or a secret of any kind. */
const environment = new Proxy<NodeJS.ProcessEnv>(
  {},
  {
    get: (_, name) =>
      String(name).endsWith('_URL')
        ? 'http://localhost:4200'
        : `whsec_${Buffer.alloc(32).toString('base64')}`,
  },
);

test('the pages show samples of all kinds', () => {
  const names = new Set(samples.flatMap(({ parts }) => Object.keys(parts)));
  const expected = ['captcha', 'connectors', 'product', 'rates', 'retention'];
  expect([...names]).toEqual(expect.arrayContaining(expected));
  expect([...names]).toEqual(
    expect.arrayContaining(['approval', 'secondApproval', 'settlements', 'wallet', 'webhook']),
  );
});

test.each(samples.map((sample) => ({ ...sample, text: JSON.stringify(sample.parts) })))(
  'the server loads the sample of $page: $text',
  async ({ parts }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kassa-documented-'));
    await mkdir(path.join(folder, 'brands'));
    const file = path.join(folder, 'brands/northwind.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(main), ...withoutInvented(parts) }));
    const brands = await loadBrands(folder, environment);
    await rm(folder, { recursive: true });
    expect([...brands.keys()]).toEqual(['northwind']);
  },
);

/** Leaves out the provider that docs/write-a-connector.md invents, with its accounts. */
function withoutInvented(parts: Record<string, unknown>): Record<string, unknown> {
  const invented = 'acme-pay';
  const without = (place: string, isInvented: (name: string, entry: unknown) => boolean) => {
    const named = parts[place];
    if (named === undefined) return {};
    const entries = Object.entries(named as Record<string, unknown>);
    return { [place]: Object.fromEntries(entries.filter((entry) => !isInvented(...entry))) };
  };
  return {
    ...parts,
    ...without('connectors', (name) => name === invented),
    ...without(
      'accounts',
      (_, account) => (account as { connector?: unknown }).connector === invented,
    ),
  };
}
