import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CatalogProblem } from '../catalog-schema.ts';
import { listChoiceIcons } from '../read/check-kinds.ts';
import { drawingPath } from '../read/check-media.ts';
import type { CatalogParts } from '../read/check-rules.ts';
import { drawPictures, measureDistance } from './picture-distance.ts';

/**
 * The least distance of two logos. Pairs below it were mistaken for each other in a list of 40
 * pixels: two black tiles with a short white word have 0.51, one sign in two blues 0.43. The
 * nearest pairs that nobody mistakes have 0.62 (Maestro and UnionPay).
 */
export const leastDistance = 0.6;

type Parts = Pick<CatalogParts, 'methods' | 'countries' | 'payerBanks'>;

/**
 * Finds logos that look alike in the list of one country, by the distance of their pictures. A logo
 * that several methods share is meant to be the same.
 */
export async function checkLikeness(folder: string, parts: Parts): Promise<CatalogProblem[]> {
  const lists = parts.countries.map(({ entry }) => ({
    country: entry.code,
    users: listUsers(parts, entry.code),
  }));
  const ids = new Set(lists.flatMap(({ users }) => [...users.keys()]));
  const files = new Map(
    await Promise.all(
      [...ids].map(
        async (id): Promise<[string, string]> => [
          id,
          await readFile(path.join(folder, drawingPath('icon', id)), 'utf8'),
        ],
      ),
    ),
  );
  const pictures = await drawPictures(files);
  const distances = new Map<string, number>();
  const found = new Map<string, CatalogProblem>();
  for (const { country, users } of lists) {
    const logos = [...users.keys()].sort();
    logos.forEach((one, index) => {
      for (const other of logos.slice(index + 1)) {
        const pair = `${one} ${other}`;
        const [left, right] = [pictures.get(one), pictures.get(other)];
        if (left === undefined || right === undefined) continue;
        const distance = distances.get(pair) ?? measureDistance(left, right);
        distances.set(pair, distance);
        if (distance >= leastDistance || found.has(pair)) continue;
        found.set(pair, {
          file: drawingPath('icon', one),
          path: country,
          message: `looks like "${other}": ${users.get(one)} and ${users.get(other)} (${distance.toFixed(2)}, at least ${leastDistance})`,
        });
      }
    });
  }
  return [...found.values()];
}

/** Returns the logos that players of a country see, each with the first method or bank that has it. */
function listUsers({ methods, payerBanks }: Parts, country: string): ReadonlyMap<string, string> {
  const users = new Map<string, string>();
  const add = (id: string, user: string) => users.set(id, users.get(id) ?? user);
  for (const { entry } of methods) {
    if (entry.countries !== '*' && !entry.countries.includes(country)) continue;
    for (const id of entry.iconIds) add(id, entry.name);
    for (const { iconId } of listChoiceIcons(entry)) add(iconId, entry.name);
  }
  for (const { entry } of payerBanks) {
    if (entry.country === country && entry.iconId !== undefined) add(entry.iconId, entry.id);
  }
  return users;
}
