import type * as z from 'zod/mini';
import { describeUnknown, isRecord, parseSettings } from '../../ground/config/parse-settings.ts';
import {
  type CatalogGroup,
  type CatalogMethod,
  type CatalogProblem,
  catalogCoinBoxSchema,
  catalogGroupSchema,
  catalogMethodSchema,
} from '../catalog-schema.ts';
import type { CatalogParts } from './check-rules.ts';
import type { Overlay, OverlayChanges } from './overlay-file.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** A catalogue with a brand's overlays applied; its entries are valid by themselves. */
export interface Overlaid {
  parts: CatalogParts;
  /** The methods that the brand added or changed. */
  ownMethods: readonly Placed<CatalogMethod>[];
  /** The groups that the brand added or changed. */
  ownGroups: readonly Placed<CatalogGroup>[];
  problems: readonly CatalogProblem[];
}

/**
 * Applies a brand's overlays to the catalogue. They have no order: no two of them may change or
 * remove the same entry.
 */
export function applyOverlays(base: CatalogParts, overlays: readonly Overlay[]): Overlaid {
  const methods = applyTo(
    { what: 'method', schema: catalogMethodSchema, base: base.methods },
    overlays.map((overlay) => ({ file: overlay.file, prefix: '', changes: overlay })),
  );
  const groups = applyTo(
    { what: 'group', schema: catalogGroupSchema, base: base.groups },
    overlays.map(({ file, groups }) => ({ file, prefix: 'groups.', changes: groups })),
  );
  const packages = applyTo(
    { what: 'package', schema: catalogCoinBoxSchema, base: base.coinBoxes },
    overlays.map(({ file, packages }) => ({ file, prefix: 'packages.', changes: packages })),
  );
  const sweepstakes = overlays.flatMap(({ file, sweepstake }) =>
    sweepstake === undefined ? [] : [{ entry: sweepstake, file, path: 'sweepstake' }],
  );
  const [sweepstake, another] = sweepstakes;
  return {
    parts: {
      ...base,
      methods: methods.entries,
      groups: groups.entries,
      coinBoxes: packages.entries,
      sweepstake: sweepstake ?? null,
    },
    ownMethods: methods.own,
    ownGroups: groups.own,
    problems: [
      ...methods.problems,
      ...groups.problems,
      ...packages.problems,
      ...(another === undefined
        ? []
        : [problemAt(another, '', `stands in ${sweepstake?.file} already`)]),
      ...findNeededGroups(groups.removed, methods.entries),
    ],
  };
}

/** An entry is known by its name, a package by its id. */
type Entry = { name: string } | { boxId: string };

const nameOf = (entry: Entry) => ('name' in entry ? entry.name : entry.boxId);

interface List<Schema extends z.ZodMiniType<Entry>> {
  what: 'method' | 'group' | 'package';
  schema: Schema;
  base: readonly Placed<z.infer<Schema>>[];
}

/** The part of an overlay for one list; `prefix` leads to it within the file. */
interface ListChanges {
  file: string;
  prefix: string;
  changes: OverlayChanges;
}

/** One name that an overlay changes or removes. */
interface Step {
  file: string;
  path: string;
  name: string;
  /** Null removes the entry. */
  patch: Record<string, unknown> | null;
}

function applyTo<Schema extends z.ZodMiniType<Entry>>(
  { what, schema, base }: List<Schema>,
  all: readonly ListChanges[],
) {
  const problems: CatalogProblem[] = [];
  const known = new Map(base.map((placed) => [nameOf(placed.entry), placed]));
  const steps = new Map<string, Step>();
  for (const step of all.flatMap(listSteps)) {
    const { file, path, name } = step;
    const earlier = steps.get(name);
    if (!known.has(name)) {
      problems.push({ file, path, message: describeUnknown(what, name, known.keys()) });
    } else if (earlier !== undefined) {
      const message = `"${name}" is already changed at ${earlier.file}: ${earlier.path}`;
      problems.push({ file, path, message });
    } else {
      steps.set(name, step);
    }
  }
  const parse = (raw: unknown, file: string, path: string): Placed<z.infer<Schema>>[] => {
    const parsed = parseSettings(schema, raw);
    if (parsed.isValid) return [{ entry: parsed.settings, file, path }];
    for (const { path: at, message } of parsed.problems) {
      problems.push({ file, path: at === '' ? path : `${path}.${at}`, message });
    }
    return [];
  };
  const changed = base.flatMap((placed) => {
    const step = steps.get(nameOf(placed.entry));
    if (step === undefined) return [placed];
    const { file, path, name, patch } = step;
    if (patch === null) return [];
    const key = 'name' in placed.entry ? 'name' : 'boxId';
    if (patch[key] !== undefined && patch[key] !== name) {
      const message = `the name of a ${what} never changes: remove it and add another`;
      problems.push({ file, path: `${path}.${key}`, message });
      return [];
    }
    return parse(merge(placed.entry, patch), file, path);
  });
  const added = all.flatMap(({ file, prefix, changes }) =>
    changes.add.flatMap((raw, index) => parse(raw, file, `${prefix}add.${index}`)),
  );
  for (const { entry, file, path } of added) {
    const name = nameOf(entry);
    if (!known.has(name)) continue;
    const message = `the catalogue has the ${what} "${name}": use "change"`;
    problems.push({ file, path: `${path}.${'name' in entry ? 'name' : 'boxId'}`, message });
  }
  return {
    entries: [...changed, ...added],
    own: [...changed.filter(({ entry }) => steps.has(nameOf(entry))), ...added],
    removed: [...steps.values()].filter(({ patch }) => patch === null),
    problems,
  };
}

function listSteps({ file, prefix, changes: { change, remove } }: ListChanges): Step[] {
  return [
    ...Object.entries(change).map(([name, patch]) => ({
      file,
      path: `${prefix}change.${name}`,
      name,
      patch,
    })),
    ...remove.map((name, index) => ({
      file,
      path: `${prefix}remove.${index}`,
      name,
      patch: null,
    })),
  ];
}

/** The fields that a change merges by key: by language, by currency. It replaces all others. */
const mergedByKey: readonly string[] = ['text', 'amount_rules'];

function merge(
  entry: Readonly<Record<string, unknown>>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const fields = Object.entries(patch).map(([field, value]) => {
    const before = entry[field];
    const isMerged = mergedByKey.includes(field) && isRecord(before) && isRecord(value);
    return [field, isMerged ? withoutNulls({ ...before, ...value }) : value];
  });
  return withoutNulls({ ...entry, ...Object.fromEntries(fields) });
}

function withoutNulls(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

function findNeededGroups(
  removed: readonly Step[],
  methods: readonly Placed<CatalogMethod>[],
): CatalogProblem[] {
  return removed.flatMap(({ file, path, name }) => {
    const method = methods.find(({ entry }) => entry.group === name);
    if (method === undefined) return [];
    return [{ file, path, message: `the group "${name}" has the method "${method.entry.name}"` }];
  });
}
