import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';

/** How to run a program as a user that PostgreSQL accepts. */
export interface Unprivileged {
  /** Arguments to put before the command. */
  prefix: string[];
  options: SpawnOptions;
  /** Makes that user the owner of a file or folder. */
  own: (file: string) => Promise<void>;
}

const sameUser: Unprivileged = { prefix: [], options: {}, own: async () => {} };

/**
 * Returns how to run PostgreSQL, which refuses to run as root. In containers and on new servers
 * Kassa often runs as root, so PostgreSQL's processes get another user. If `setpriv` is installed,
 * they keep the capabilities needed to reach a project in a folder that only root may enter (such
 * as /root).
 * @throws if this process runs as root and the system has no user to run PostgreSQL as.
 */
export async function resolveUnprivileged(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return sameUser;
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
