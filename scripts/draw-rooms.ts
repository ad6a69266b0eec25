// `npm run rooms:draw`: draws the rooms of server and widget with their imports into
// docs/architecture.md. `--check` changes nothing, and fails if the imports break the rules of
// .dependency-cruiser.rooms.js, the drawing differs from the code, or the table above it from the
// order of the rooms.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import config, { roomPlans } from '../.dependency-cruiser.rooms.js';

const root = path.resolve(import.meta.dirname, '..');
const page = path.join(root, 'docs/architecture.md');
process.chdir(root);

const { forbidden, options } = config;
const cruised = (
  await cruise(
    roomPlans.map(({ folder }) => folder),
    { ...options, validate: true, ruleSet: { forbidden } },
  )
).output as ICruiseResult;
const { modules } = cruised;

const before = readFileSync(page, 'utf8');
const after = roomPlans.reduce((text, plan) => place(text, plan.name, draw(plan)), before);
for (const { name, rooms } of roomPlans) {
  const listed = listRooms(before, name).filter((room) => room !== 'testing');
  const ordered = rooms.flat();
  if (listed.join() === ordered.join()) continue;
  fail(
    `The table of ${name} in docs/architecture.md must list, in this order: ${ordered.join(', ')}`,
  );
}
if (process.argv.includes('--check')) {
  const { output, exitCode } = await format(cruised, { outputType: 'err' });
  console.log(output);
  if (exitCode !== 0) process.exitCode = 1;
  if (after !== before)
    fail('The drawing in docs/architecture.md is outdated: run npm run rooms:draw');
} else {
  writeFileSync(page, after);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

/** Returns the rooms listed in the table above a drawing. */
function listRooms(text: string, name: string): string[] {
  const above = text.slice(0, text.indexOf(`<!-- rooms of ${name} -->`));
  const section = above.slice(above.lastIndexOf('\n## '));
  const part = section.slice(Math.max(section.lastIndexOf('\n### '), 0));
  return [...part.matchAll(/^\| `([\w/-]+)\/` \|/gm)].map(([, room = '']) => room);
}

/** Replaces a drawing: the text between the two HTML comments that mark its place in the page. */
function place(text: string, name: string, drawing: string): string {
  const [begin, end] = [`<!-- rooms of ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/architecture.md has no place for ${name}.`);
  return text.slice(0, from + begin.length) + drawing + text.slice(to);
}

/**
 * Draws a Mermaid graph: an arrow leads to an imported room, unless a longer path leads there too.
 */
function draw({ folder, rooms }: (typeof roomPlans)[number]): string {
  // The innermost room counts: "money/ledger", not "money".
  const all = rooms.flat().sort((left, right) => right.length - left.length);
  const roomOf = (file: string) =>
    all.find((room) => file.startsWith(`${folder}/${room}/`)) ??
    (file.startsWith(`${folder}/`) ? 'start' : undefined);
  const known = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (from === undefined) continue;
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (to === undefined || to === from) continue;
      known.set(from, (known.get(from) ?? new Set()).add(to));
    }
  }
  const arrows = [...known].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((via) => via !== to && leadsTo(known, via, to)))
      .map((to) => `  ${idOf(from)} --> ${idOf(to)}`),
  );
  const names = [...new Set([...known.keys(), ...[...known.values()].flatMap((set) => [...set])])];
  const nodes = names.map((name) => `  ${idOf(name)}["${name}"]`);
  return ['```mermaid', 'graph TD', ...nodes.sort(), ...arrows.sort(), '```', ''].join('\n');
}

function leadsTo(known: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string) {
  const open = [from];
  const seen = new Set(open);
  for (const room of open) {
    if (room === to) return true;
    for (const next of known.get(room) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

function idOf(room: string): string {
  return room.replaceAll(/\W/g, '_');
}
