import fc from 'fast-check';
import { type JsonSchema, sampleValues } from '../sample-values.ts';
import { hostileText, hostileValue } from './hostile-values.ts';

type Fields = Record<string, unknown>;

/**
 * A request that its schema takes, the same each time: from round to round by turns what it must have and
 * all that it may have, with one after another of the values that make sense.
 */
export function usualRequest(
  { properties = {}, required = [] }: JsonSchema,
  known: Record<string, string[]>,
  round: number,
): Fields {
  const all = Object.entries(properties);
  const fields = round % 2 === 0 ? all.filter(([name]) => required.includes(name)) : all;
  return Object.fromEntries(
    fields.map(([name, schema]) => {
      const values = sampleValues(schema, name, known);
      return [name, values[Math.floor(round / 2) % values.length]];
    }),
  );
}

/** A request that its schema takes: all that it must have, and some of what it may have. */
function validRequest(
  { properties = {}, required = [] }: JsonSchema,
  known: Record<string, string[]> = {},
): fc.Arbitrary<Fields> {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    fc.constantFrom(...sampleValues(schema, name, known)),
  ]);
  const all = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  const must = Object.fromEntries(required.map((name) => [name, all[name] ?? fc.constant(null)]));
  return fc.oneof(fc.record(must), fc.record(all, { requiredKeys: required }));
}

/** What a mutation does; fields that are there are chosen by `at`. */
interface Mutation {
  act: 'set' | 'remove' | 'add' | 'list' | 'nest' | 'copy';
  at: number;
  name: string;
  value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  act: fc.constantFrom('set', 'set', 'set', 'remove', 'add', 'list', 'nest', 'copy'),
  at: fc.nat(100),
  name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'id', 'brandId'), hostileText),
  value: hostileValue,
});

/** Valid requests, and most of them with something about them changed. */
export function mutatedRequest(
  schema: JsonSchema,
  known: Record<string, string[]> = {},
): fc.Arbitrary<unknown> {
  return mutated(validRequest(schema, known), Object.keys(schema.properties ?? {}));
}

/** Fields, and most of them with something about them changed; `names` are those that there may be. */
export function mutated(fields: fc.Arbitrary<Fields>, names: string[]): fc.Arbitrary<unknown> {
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 2, arbitrary: fields },
    {
      weight: 7,
      arbitrary: fc
        .tuple(fields, mutations)
        .map(([start, all]) => all.reduce((changed, each) => mutate(changed, names, each), start)),
    },
    { weight: 1, arbitrary: hostileValue },
  );
}

function mutate(fields: Fields, names: string[], { act, at, name, value }: Mutation): Fields {
  const chosen = names[at % Math.max(names.length, 1)] ?? name;
  const entries = Object.entries(fields).filter(([key]) => key !== chosen || act === 'add');
  // From entries, so that `__proto__` is a field like any other.
  const withField = (key: string, changed: unknown) =>
    Object.fromEntries([...entries, [key, changed]]);
  switch (act) {
    case 'set':
      return withField(chosen, value);
    case 'remove':
      return Object.fromEntries(entries);
    case 'add':
      return withField(name, value);
    case 'list':
      return withField(chosen, [fields[chosen], fields[chosen]]);
    case 'nest':
      return withField(chosen, { [name]: fields[chosen] });
    case 'copy':
      return withField(chosen, fields[names[(at + 1) % Math.max(names.length, 1)] ?? '']);
  }
}
