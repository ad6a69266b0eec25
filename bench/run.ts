// `npm run bench` runs every benchmark in turn; `npm run bench widget` or `deposits` only that one.
// `npm run bench -- --short` runs their short forms.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Benchmark } from './measuring/run-benchmark.ts';

const ending = '.bench.ts';
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort();

const { values, positionals: asked } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}": ${names.join(', ')}.`);
  process.exit(1);
}

const failed: string[] = [];
for (const name of asked.length > 0 ? asked : names) {
  const { default: benchmark }: { default: Benchmark } = await import(`./${name}${ending}`);
  const missing = benchmark.findMissing();
  if (missing.length === 0) {
    if (!(await benchmark.run(values.short))) failed.push(name);
  } else {
    console.error(`\n${name}: not run, this machine lacks ${missing.join(' and ')}`);
    if (process.env.CI) failed.push(name);
  }
}
if (failed.length > 0) {
  // The output of other benchmarks may follow an error.
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
