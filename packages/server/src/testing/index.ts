// What the benchmarks use of the tests' own ground.
export { runDepositLoad } from './deposit-load.ts';
export { startCluster } from './start-cluster.ts';
