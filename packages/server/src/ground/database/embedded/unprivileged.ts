import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';

/** How to run a program as the user that PostgreSQL accepts. */
export interface Unprivileged {
  /** Words to put before the command. */
  prefix: string[];
  options: SpawnOptions;
  /** Hands a file or folder to that user. */
  own: (file: string) => Promise<void>;
}

const asWeAre: Unprivileged = { prefix: [], options: {}, own: async () => {} };

/**
 * PostgreSQL refuses to run as root. In a container or on a fresh server we often are root, so its
 * processes get another user; where `setpriv` is there, they keep the one capability needed to reach
 * a project that lies in a folder only root may enter (such as /root).
 * @throws when we are root and the system has no user to run as.
 */
export async function resolveUnprivileged(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return asWeAre;
  const { uid, gid } = await loadUser();
  const own = (file: string) => chown(file, uid, gid);
  const capabilities = '+dac_override,+dac_read_search';
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    '--',
  ];
  const [command = '', ...args] = [...prefix, 'true'];
  if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) {
    return { prefix, options: {}, own };
  }
  return { prefix: [], options: { uid, gid }, own };
}

async function loadUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const row =
    lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (row === undefined) {
    throw new Error(
      'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as. ' +
        'Start Kassa as another user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  return { uid: Number(row[2]), gid: Number(row[3]) };
}
