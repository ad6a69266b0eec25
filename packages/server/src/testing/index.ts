// The parts of the test support that benchmarks and journeys use.
export type { ChainBlock, ChainSource } from '../connectors/chain-rail.ts';
export { type ChainLoad, chainAccount, startChainLoad } from './chain-load.ts';
export { runDepositLoad } from './deposit-load.ts';
export { type Cluster, startCluster } from './start-cluster.ts';
export { type StatementLoad, startStatementLoad } from './statement-load.ts';
