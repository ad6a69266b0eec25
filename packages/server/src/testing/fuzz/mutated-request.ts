import fc from 'fast-check';
import { type JsonSchema, sampleValues } from '../sample-values.ts';
import { hostileText, hostileValue } from './hostile-values.ts';

type Fields = Record<string, unknown>;

/**
 * Builds a valid request, the same for the same round: even rounds have the required fields, odd
 * rounds all fields; later rounds move on to each field's next sample value.
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

/** Valid requests: all required fields and some of the optional ones. */
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

/** One change to a request; `at` chooses among its fields. */
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

/** Valid requests, most of them with up to three changes. */
export function mutatedRequest(
  schema: JsonSchema,
  known: Record<string, string[]> = {},
): fc.Arbitrary<unknown> {
  return mutated(validRequest(schema, known), Object.keys(schema.properties ?? {}));
}

/** Fields, most of them with up to three changes; `names` are the possible field names. */
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
  // Built from entries, so that `__proto__` is a field like any other.
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
