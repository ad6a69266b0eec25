import type { ChainRail } from '../chain-rail.ts';
import type { OnchainConfig } from './config.ts';

export function buildRails(_config: OnchainConfig): ChainRail[] {
  return [];
}
