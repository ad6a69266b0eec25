// The parts of the test support that benchmarks and journeys use.
export { runDepositLoad } from './deposit-load.ts';
export { type Cluster, startCluster } from './start-cluster.ts';
export { type StatementLoad, startStatementLoad } from './statement-load.ts';
