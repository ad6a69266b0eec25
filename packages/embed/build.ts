import { type BuildOptions, build } from 'esbuild';

const shared: BuildOptions = {
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/index.ts'],
  bundle: true,
  minify: true,
  sourcemap: true,
  target: 'es2022',
};

await Promise.all([
  build({ ...shared, format: 'esm', outfile: 'dist/embed.js' }),
  build({ ...shared, format: 'iife', globalName: 'Kassa', outfile: 'dist/embed.iife.js' }),
]);
