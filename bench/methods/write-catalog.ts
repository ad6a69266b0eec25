import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const languages = ['en', 'ar', 'ru', 'hi', 'hi-Latn-IN', 'es', 'es-MX', 'pt'];

/**
 * Writes a catalogue with `count` methods in one country, each with a name in every language, two
 * fields with a rule, quick amounts and a badge, like a method of the real one. It is generated, so
 * that the results don't depend on the real one. Returns its folder.
 */
export async function writeCatalog(
  folder: string,
  {
    country,
    currency,
    count,
    groups,
  }: {
    country: string;
    currency: string;
    count: number;
    /** Groups of an experiment: one method is for these only, so each has a list of its own. */
    groups: readonly string[];
  },
): Promise<string> {
  const catalog = path.join(folder, 'catalog');
  const methods = Array.from({ length: count }, (_, index) => ({
    ...buildMethod(index, currency),
    countries: [country],
    ...(index === count - 1 && { abTestGroups: groups }),
  }));
  const files: Record<string, unknown> = {
    'groups.json': { groups: [{ name: 'cards', label: 'group.cards', position: 1 }] },
    'countries.json': { countries: [{ code: country, currency }] },
    'coin-boxes.json': { coinBoxes: [] },
    'card-schemes.json': { cardSchemes: [] },
    'card-issuers.json': { cardIssuers: [] },
    'payer-banks.json': { payerBanks: [] },
    [`methods/${country}.json`]: { methods },
    'icons/sample.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"></svg>',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(catalog, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return catalog;
}

function buildMethod(index: number, currency: string) {
  return {
    name: `sample_bank_${index}`,
    category: 'bank',
    cardViewType: 0,
    text: Object.fromEntries(languages.map((tag) => [tag, `Sample bank ${index} (${tag})`])),
    amount_rules: { [currency]: { min: '5', max: '5000' } },
    position: index,
    iconIds: ['sample'],
    badge: index % 7 === 0 ? 'fast' : undefined,
    recommendedAmounts: ['10', '50', '100', '250', '500'],
    usualMinutes: 5,
    connector: 'sandbox',
    group: 'cards',
    fields: [
      {
        name: 'holder',
        type: 'text',
        placeholder_key: 'field.holder',
        category: 'name',
        validations: [{ regex: '^[\\p{L} ]{2,60}$', regex_error_key: 'field.holder.error' }],
      },
      {
        name: 'iban',
        type: 'text_uppercase',
        placeholder_key: 'field.iban',
        category: 'account',
        validations: [{ regex: '^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$' }],
      },
    ],
  };
}
