import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { firstPart } from './src/i18n/message-parts.ts';

/** The part that a usual form needs, with what several flows say. */
const sharedPart = 'shared';

/** A smaller part isn't worth a request: its messages are shared. In characters of English. */
const smallestPart = 2000;

const source = fileURLToPath(new URL('./src/', import.meta.url));

/** What a module's code says. */
interface Module {
  /** The modules that are there once it is, and the details that it loads itself. */
  imports: readonly string[];
  /** The lazy modules that wait for messages of their own. */
  screens: readonly string[];
  /** The texts in the code: those that are a key, or the beginning of one. */
  texts: readonly string[];
  /** The pieces of the texts with values in them. */
  templates: readonly (readonly string[])[];
}

/** Where the split begins. */
interface SplitOptions {
  /** The module with which the page starts. */
  entry: string;
  /** The modules of a usual form. */
  form: readonly string[];
  /** The English messages. */
  english: Readonly<Record<string, string>>;
  /** The folder of the modules. */
  folder?: string;
}

/** The messages by part, and the parts by module. */
export interface MessageParts {
  /** The part of each message. */
  partOf: ReadonlyMap<string, string>;
  /** Returns the parts that a lazy module waits for. */
  neededBy: (module: string) => readonly string[];
  /** The messages that no module names. */
  unnamed: readonly string[];
}

/**
 * Splits the messages by what the code says. A module names a message by its key, by a template such as
 * `history.status.${status}`, or by a beginning of keys (`'group.'`, `'claim.refused'`). What the entry
 * reaches without a lazy screen is the first part. A flow's own words are a part; what several flows or a
 * usual form say is shared.
 *
 * Lazy modules of `flows`, `method-kinds` and `app` are screens. Any other lazy module is a detail of
 * the one that loads it.
 */
export function splitMessages({
  entry,
  form,
  english,
  folder = source,
}: SplitOptions): MessageParts {
  const modules = readModules(entry, folder);
  const keysOf = findKeys(modules, Object.keys(english));
  const collectKeys = (roots: readonly string[]): ReadonlySet<string> => {
    const reached = new Set(roots.filter((root) => modules.has(root)));
    // The set grows while it is iterated.
    for (const file of reached)
      for (const next of modules.get(file)?.imports ?? []) reached.add(next);
    return new Set([...reached].flatMap((file) => keysOf(file)));
  };
  const screens = new Set([...modules.values()].flatMap((module) => module.screens));
  const keysByScreen = new Map([...screens].map((file) => [file, collectKeys([file])]));

  const owners = new Map<string, Set<string>>();
  for (const [file, keys] of keysByScreen) {
    for (const key of keys) {
      owners.set(key, (owners.get(key) ?? new Set()).add(flowOf(path.relative(folder, file))));
    }
  }
  const partOf = new Map<string, string>();
  for (const [key, flows] of owners) {
    const [flow = sharedPart, ...others] = flows;
    partOf.set(key, others.length === 0 ? flow : sharedPart);
  }
  for (const key of collectKeys(form)) partOf.set(key, sharedPart);
  for (const key of collectKeys([entry])) partOf.set(key, firstPart);
  const unnamed = Object.keys(english).filter((key) => !partOf.has(key));
  for (const key of unnamed) partOf.set(key, sharedPart);

  const sizes = new Map<string, number>();
  for (const [key, part] of partOf) {
    sizes.set(part, (sizes.get(part) ?? 0) + key.length + (english[key] ?? '').length);
  }
  for (const [key, part] of partOf) {
    const isSmall = part !== firstPart && (sizes.get(part) ?? 0) < smallestPart;
    if (isSmall) partOf.set(key, sharedPart);
  }

  const neededBy = (module: string) => {
    const parts = [...(keysByScreen.get(module) ?? [])].map((key) => partOf.get(key) ?? firstPart);
    return [...new Set(parts)].filter((part) => part !== firstPart).sort();
  };
  return { partOf, neededBy, unnamed };
}

/** Returns the flow whose words a screen's own are, by the screen's path. */
function flowOf(file: string): string {
  const [area = '', flow = ''] = file.split(path.sep);
  if (area === 'flows') return flow;
  return area === 'app' ? sharedPart : area;
}

const isScreen = /^(?:flows|method-kinds|app)\//;

/** Reads the modules that are reached from the entry, by path. */
function readModules(entry: string, folder: string): ReadonlyMap<string, Module> {
  const modules = new Map<string, Module>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (modules.has(file)) continue;
    const module = readModule(file, folder);
    modules.set(file, module);
    waiting.push(...module.imports, ...module.screens);
  }
  return modules;
}

function readModule(file: string, folder: string): Module {
  const code = readFileSync(file, 'utf8');
  const { program, module } = parseSync(file, code);
  const texts = new Set<string>();
  const templates: string[][] = [];
  const lazy: string[] = [];
  const imported = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest && !isType ? moduleRequest.value : [],
      ),
  ];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.add(value);
    },
    TemplateLiteral: ({ quasis }) => {
      templates.push(quasis.map(({ value }) => value.cooked ?? ''));
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal') lazy.push(String(source.value));
    },
    CallExpression: ({ callee, arguments: [pattern] }) => {
      const isGlob =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'MetaProperty' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'glob';
      if (!isGlob || pattern?.type !== 'Literal') return;
      // What a screen chooses by name is a detail of it.
      imported.push(...globSync(String(pattern.value), { cwd: path.dirname(file) }));
    },
  }).visit(program);
  const resolve = (name: string) => path.resolve(path.dirname(file), name);
  const isOwn = (name: string) => name.startsWith(folder) && /\.tsx?$/.test(name);
  const loaded = lazy.map(resolve).filter(isOwn);
  const isOfScreen = (name: string) =>
    isScreen.test(path.relative(folder, name).replaceAll(path.sep, '/'));
  return {
    imports: [
      ...imported.map(resolve).filter(isOwn),
      ...loaded.filter((name) => !isOfScreen(name)),
    ],
    screens: loaded.filter(isOfScreen),
    texts: [...texts],
    templates,
  };
}

/** Returns the function that finds the keys which a module names. */
function findKeys(
  modules: ReadonlyMap<string, Module>,
  keys: readonly string[],
): (file: string) => readonly string[] {
  const byBeginning = new Map<string, string[]>();
  const add = (beginning: string, key: string) =>
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), key]);
  for (const key of keys) {
    add(key, key);
    for (const { index } of key.matchAll(/\./g)) {
      add(key.slice(0, index + 1), key);
      // A word alone is more often something else than the beginning of keys.
      if (key.slice(0, index).includes('.')) add(key.slice(0, index), key);
    }
  }
  const match = (pieces: readonly string[]) => {
    const [first = '', ...rest] = pieces;
    if (rest.length === 0) return byBeginning.get(first) ?? [];
    if (!/^\w+\./.test(first) || !pieces.every((piece) => /^[\w.]*$/.test(piece))) return [];
    const pattern = pieces.map((piece) => piece.replaceAll('.', '\\.')).join('[\\w.]+');
    const matching = new RegExp(`^${pattern}$`);
    return keys.filter((key) => matching.test(key));
  };
  const found = new Map(
    [...modules].map(([file, { texts, templates }]) => [
      file,
      [...texts.flatMap((text) => byBeginning.get(text) ?? []), ...templates.flatMap(match)],
    ]),
  );
  return (file) => found.get(file) ?? [];
}
