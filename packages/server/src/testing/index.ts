// The parts of the test support that the benchmarks use.
export { runDepositLoad } from './deposit-load.ts';
export { startCluster } from './start-cluster.ts';
