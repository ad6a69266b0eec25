import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '@kassa/contract';
import * as z from 'zod/mini';
import type { CatalogField, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import type { CatalogParts } from './check-rules.ts';
import { problemAt } from './read-catalog-file.ts';

/** The locale files that must be complete. */
const localeFiles = Object.entries(locales)
  .filter(([, row]) => 'isComplete' in row)
  .map(([tag]) => `${tag}.json`);

const messagesSchema = z.record(z.string(), z.string());

/** A message key, and the path of its entry. */
interface NamedKey {
  path: string;
  key: string;
  /** How such keys begin. The widget has the others on some screens only (docs/languages.md). */
  beginnings: readonly string[];
}

const ofLabel = ['field.'];
const ofRule = ['field.', 'paymentMethods.regex_error.'];
const ofGroup = ['group.'];
const ofBanner = ['banner.'];

/**
 * Checks that every message key (a group's label, a field's label, a validation message, a banner,
 * the safety rules) exists in every complete language.
 */
export async function checkLabels(
  { groups, methods }: Pick<CatalogParts, 'groups' | 'methods'>,
  localesFolder: string,
): Promise<CatalogProblem[]> {
  const named = [
    ...groups.map((placed) => ({
      ...{ placed, path: 'label', key: placed.entry.label, beginnings: ofGroup },
    })),
    ...methods.flatMap((placed) => listKeys(placed.entry).map((one) => ({ placed, ...one }))),
  ];
  if (named.length === 0) return [];
  const files = await Promise.all(
    localeFiles.map(async (file) => ({ file, keys: await readKeys(join(localesFolder, file)) })),
  );
  const unread = files.filter(({ keys }) => keys === null);
  if (unread.length > 0) {
    const message = 'is missing or not a flat object of messages';
    return unread.map(({ file }) => ({ file: `locales/${file}`, path: '', message }));
  }
  return named.flatMap(({ placed, path, key, beginnings }) => {
    if (!beginnings.some((beginning) => key.startsWith(beginning))) {
      return [problemAt(placed, path, `"${key}" doesn't begin with ${beginnings.join(' or ')}`)];
    }
    const lacking = files.flatMap(({ file, keys }) => (keys?.has(key) ? [] : [`locales/${file}`]));
    return lacking.length === 0
      ? []
      : [problemAt(placed, path, `"${key}" is not a message of ${lacking.join(', ')}`)];
  });
}

function listKeys({ banner, securityRulesGroup, fields = [] }: CatalogMethod): NamedKey[] {
  const keys = fields.flatMap((field, index) => listFieldKeys(field, `fields.${index}`));
  if (banner !== undefined) {
    keys.push({
      path: 'banner.bannerTextKey',
      key: banner.bannerTextKey,
      beginnings: ofBanner,
    });
  }
  if (securityRulesGroup !== undefined) {
    // The widget shows no rules for a group without messages.
    keys.push({
      path: 'securityRulesGroup',
      key: `securityRules.${securityRulesGroup}`,
      beginnings: ['securityRules.'],
    });
  }
  return keys;
}

function listFieldKeys(
  { placeholder_key, validations = [] }: CatalogField,
  path: string,
): NamedKey[] {
  const keys = [
    { path: `${path}.placeholder_key`, key: placeholder_key, beginnings: ofLabel },
    ...validations.map(({ regex_error_key }, index) => ({
      path: `${path}.validations.${index}.regex_error_key`,
      key: regex_error_key,
      beginnings: ofRule,
    })),
  ];
  return keys.flatMap(({ key, ...rest }) => (key === undefined ? [] : [{ key, ...rest }]));
}

async function readKeys(file: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set(Object.keys(messagesSchema.parse(JSON.parse(await readFile(file, 'utf8')))));
  } catch {
    return null;
  }
}
