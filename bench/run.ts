// `npm run bench` runs every benchmark in turn; `npm run bench widget` or `deposits` only that one.
import { argv } from 'node:process';

const benchmarks = {
  deposits: () => import('./deposits.bench.ts'),
  sockets: () => import('./sockets.bench.ts'),
  methods: () => import('./methods.bench.ts'),
  growth: () => import('./growth.bench.ts'),
  withdrawals: () => import('./withdrawals.bench.ts'),
  statements: () => import('./statements.bench.ts'),
  chains: () => import('./chains.bench.ts'),
  attack: () => import('./attack.bench.ts'),
  processes: () => import('./processes.bench.ts'),
  list: () => import('./list.bench.ts'),
  journey: () => import('./journey.bench.ts'),
  widget: () => import('./widget-load.bench.ts'),
};

const asked = argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}": ${Object.keys(benchmarks)}.`);
  process.exit(1);
}

for (const [name, run] of Object.entries(benchmarks)) {
  // After a failure no other benchmark runs, so that its error stays at the end of the output.
  if ((asked.length > 0 && !asked.includes(name)) || process.exitCode) continue;
  await run();
}
