import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { buildSearch, type Search } from '../../features/search/search-index.ts';
import { isMessageKey, resolveName, type Text } from '../../i18n/text.ts';
import { isOpen, sortByPosition } from './arrange-methods.ts';
import { groupTitle } from './group-title.ts';

/** The searched methods, and the texts for their names. */
export interface MethodSearch {
  methods: readonly PaymentMethod[];
  groups: readonly PaymentGroup[];
  text: Text;
  /** The locale of the names. */
  locale: string;
}

interface Known extends Pick<MethodSearch, 'groups' | 'locale'> {
  search: Search<PaymentMethod>;
}

const known = new WeakMap<readonly PaymentMethod[], Known>();

/** The result of a search. */
export interface Found {
  found: PaymentMethod[];
  /** Only where nothing was found: the methods that the player may have meant, at most four. */
  nearest: PaymentMethod[];
  /** Only where nothing was found: the other popular methods by position, at most four. */
  popular: PaymentMethod[];
}

const suggestedCount = 4;

/** Searches methods, and suggests others where it finds none. */
export function searchMethods(search: MethodSearch, typed: string): Found {
  const { find, findNearest } = resolveMethodSearch(search);
  const found = find(typed);
  if (found.length > 0) return { found, nearest: [], popular: [] };
  const nearest = findNearest(typed, suggestedCount);
  const others = sortByPosition(search.methods).filter(
    (method) => isOpen(method) && !nearest.includes(method),
  );
  const popular = others.filter(({ isPopular }) => isPopular === true);
  return {
    found,
    nearest,
    popular: (popular.length > 0 ? popular : others).slice(0, suggestedCount),
  };
}

/**
 * Returns the search over methods, built once for each catalogue: by name in the player's language
 * and in English, as brands are known by it, then by alias, group, category, logo, network and
 * bank.
 */
export function resolveMethodSearch(search: MethodSearch): Search<PaymentMethod> {
  const { methods, groups, locale } = search;
  const before = known.get(methods);
  if (before?.locale === locale && before.groups === groups) return before.search;
  const built = buildMethodSearch(search);
  known.set(methods, { groups, locale, search: built });
  return built;
}

function buildMethodSearch({ methods, groups, text, locale }: MethodSearch): Search<PaymentMethod> {
  const labels = new Map<string, string[]>();
  for (const group of groups) {
    const label = [groupTitle(group, text), spellOut(group.name)];
    for (const name of group.paymentMethods) {
      labels.set(name, [...(labels.get(name) ?? []), ...label]);
    }
  }
  return buildSearch(sortByPosition(methods), (method) => ({
    names: [resolveName(method.text, locale), method.text.en ?? ''],
    keywords: [
      ...(method.aliases ?? []),
      // A card's logos are its brands.
      ...method.iconIds,
      ...(labels.get(method.name) ?? []),
      ...categoryWords(method.category, text),
      method.name,
      ...(method.network === undefined ? [] : [method.network]),
      ...bankNames(method, locale),
    ],
  }));
}

/** Returns the words for a category, with the titles of its methods' group. */
function categoryWords(category: string, text: Text): string[] {
  const titles = [`group.${category}`, `group.${category}s`].filter((key) => text.has(key));
  return [spellOut(category), ...titles.map((key) => (isMessageKey(text, key) ? text(key) : ''))];
}

/** Returns the names of the banks among a method's choices. */
function bankNames({ fields = [] }: PaymentMethod, locale: string): string[] {
  return fields.flatMap((field) =>
    field.type === 'dropdown' && /bank/i.test(field.name)
      ? field.values.map(({ text }) => resolveName(text, locale))
      : [],
  );
}

/** Separates words: `bankTransfer` becomes `bank Transfer`. */
function spellOut(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2');
}
