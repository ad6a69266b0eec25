import path from 'node:path';

/** The files of an embedded PostgreSQL. */
export interface Folder {
  root: string;
  /** The data and its password. The folder is created completely or not at all. */
  cluster: string;
  data: string;
  passwordFile: string;
  /** Holds the pid of the process that stops PostgreSQL when it ends. */
  ownerFile: string;
  logFile: string;
}

export function describeFolder(directory: string): Folder {
  const root = path.resolve(directory);
  const cluster = path.join(root, 'cluster');
  return {
    root,
    cluster,
    data: path.join(cluster, 'data'),
    passwordFile: path.join(cluster, 'password'),
    ownerFile: path.join(root, 'owner.pid'),
    logFile: path.join(root, 'postgres.log'),
  };
}
