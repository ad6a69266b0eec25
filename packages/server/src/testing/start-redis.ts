import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { startOwnProcess } from './own-process.ts';

/** A Redis for one test, without persistence. */
export interface TestRedis {
  url: string;
  /** Stops Redis from responding while its connections stay open, as when its machine hangs. */
  freeze: () => void;
  thaw: () => void;
  /** Ends Redis; its data is lost. */
  end: () => Promise<void>;
  /** Starts Redis again, empty, at the same address. */
  start: () => Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const { redisServer } = findCluster();
  const port = await findFreePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1'];
  const start = () =>
    startOwnProcess(redisServer, [...settings, '--save', '', '--appendonly', 'no'], port);
  let redis = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void redis.child.kill('SIGSTOP'),
    thaw: () => void redis.child.kill('SIGCONT'),
    end: () => redis.end(),
    start: async () => {
      redis = await start();
    },
  };
}
