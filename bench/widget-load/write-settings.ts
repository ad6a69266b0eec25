import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { root } from '../measuring/own-process.ts';

/** Where the benchmark's player is, and how many methods are offered there. */
export const offer = { country: 'de', currency: 'EUR', methodCount: 20 };

const brandSchema = z.looseObject({ allowedOrigins: z.array(z.string()) });
const methodSchema = z.looseObject({
  transaction: z.optional(z.string()),
  countries: z.union([z.literal('*'), z.array(z.string())]),
  amount_rules: z.record(z.string(), z.unknown()),
});
const methodsSchema = z.object({ methods: z.array(methodSchema) });

type Method = z.infer<typeof methodSchema>;

/** Writes the demo's brand with one more allowed host page, and returns the folder of the brands. */
export async function writeBrand(folder: string, pageOrigin: string): Promise<string> {
  const brand = brandSchema.parse(await readJson(path.join(root, 'config/brands/kassa.json')));
  brand.allowedOrigins.push(pageOrigin);
  const config = path.join(folder, 'config');
  await mkdir(path.join(config, 'brands'), { recursive: true });
  await writeJson(path.join(config, 'brands/kassa.json'), brand);
  return config;
}

/**
 * Writes the repository's catalogue with as many methods offered in one country as is measured with:
 * no country of the samples has that many, so methods of others are offered there too.
 */
export async function writeCatalog(folder: string): Promise<string> {
  const catalog = path.join(folder, 'catalog');
  await cp(path.join(root, 'catalog'), catalog, { recursive: true });
  const methodsFolder = path.join(catalog, 'methods');
  const files = (await readdir(methodsFolder)).map((name) => path.join(methodsFolder, name));
  const lists = await Promise.all(
    files.map(async (file) => ({ file, ...methodsSchema.parse(await readJson(file)) })),
  );
  const deposits = lists
    .flatMap(({ methods }) => methods)
    .filter(({ transaction = 'deposit' }) => transaction === 'deposit');
  const missing = offer.methodCount - deposits.filter(isOffered).length;
  for (const method of deposits.filter((each) => !isOffered(each)).slice(0, missing)) {
    method.countries = [offer.country];
    method.amount_rules = { [offer.currency]: { min: '5', max: '500' } };
    // Theirs are in another currency, and would be out of these limits.
    delete method.recommendedAmounts;
  }
  await Promise.all(lists.map(({ file, methods }) => writeJson(file, { methods })));
  return catalog;
}

function isOffered({ countries, amount_rules }: Method): boolean {
  const isThere = countries === '*' || countries.includes(offer.country);
  return isThere && Object.hasOwn(amount_rules, offer.currency);
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeFile(file, JSON.stringify(value));
}
