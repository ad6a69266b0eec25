import type { Blockchain } from '@kassa/contract';

export type CoreNetwork = 'main' | 'test' | 'regtest';

/** How nodes name a network: Bitcoin has several for tests. */
export const chainNames: Record<CoreNetwork, readonly string[]> = {
  main: ['main'],
  test: ['test', 'testnet4', 'signet'],
  regtest: ['regtest'],
};

/**
 * The hash of each chain's first block. Only by it, a node of Bitcoin differs from one of Litecoin or
 * Dogecoin: all say `main`, and their scripts are the same.
 */
export const genesisHashes: Partial<Record<Blockchain, Record<CoreNetwork, readonly string[]>>> = {
  BITCOIN: {
    main: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
    test: [
      '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
      '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    ],
    regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
  },
  LITECOIN: {
    main: ['12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'],
    test: ['4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0'],
    regtest: ['530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9'],
  },
  DOGECOIN: {
    main: ['1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691'],
    test: ['bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e'],
    regtest: ['3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5'],
  },
};
