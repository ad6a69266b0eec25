import path from 'node:path';

/** Where an embedded PostgreSQL keeps what it has. */
export interface Folder {
  root: string;
  /** Made whole or not at all: the data and its password. */
  cluster: string;
  data: string;
  passwordFile: string;
  /** The process that stops PostgreSQL when it ends. */
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
