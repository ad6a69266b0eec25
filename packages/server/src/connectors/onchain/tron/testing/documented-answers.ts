/*
 * Answers of java-tron's HTTP API, in the form of its published documents: tronprotocol/
 * documentation-en, docs/api/http/block-and-tx-query/ {getnowblock, getblockbynum,
 * getblockbylimitnext, gettransactionbyid, gettransactioninfobyblocknum, gettransactioninfobyid}.md.
 * The header, the contract call and its log have the values of those documents' examples (network
 * Nile); what they leave out is invented. No live node answered so.
 */

/** Of Nile: it ends with the chain's id cd8690dc, which the document of `eth_chainId` names. */
export const nileGenesis = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';

export const documentedHeight = 66987565;
export const documentedHash = '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e';
export const documentedParent = '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed';
export const documentedTime = 1777445121000;

/** The contract and the account of the documents' example, and an invented player. */
export const tokenHex = '9ff8fc48fb114ccd5bbdc24a86f0c73082f08825';
export const payerHex = 'dd791d6b49e190062d650e6a23c575510d35f2f9';
export const playerHex = '7e5f4552091a69125d5dfcb7b8c2659029395bdf';

export function answerBlock({
  number = documentedHeight,
  blockID = documentedHash,
  parentHash = documentedParent,
  timestamp = documentedTime,
  transactions = [] as object[],
} = {}) {
  return {
    blockID,
    block_header: {
      raw_data: {
        number,
        txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
        witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
        parentHash,
        version: 34,
        timestamp,
      },
      witness_signature: '5b3cf6cb15d52947989f7726f4907a144b39ccd667a1a0f98707b40cdfe65b9600',
    },
    ...(transactions.length > 0 && { transactions }),
  };
}

/** Block 0 as protobuf writes it: without number and timestamp, its transactions without `ret`. */
export function answerGenesis(blockID: string) {
  return {
    blockID,
    block_header: {
      raw_data: {
        txTrieRoot: 'f'.repeat(64),
        witness_address: '41',
        parentHash: 'e58f'.repeat(16),
      },
    },
    transactions: [
      {
        txID: '0a'.repeat(32),
        raw_data: {
          contract: [transferContract({ amount: 1 })],
        },
        raw_data_hex: '0a02',
      },
    ],
  };
}

function transferContract({ amount, to = playerHex }: { amount?: number | bigint; to?: string }) {
  return {
    parameter: {
      value: {
        ...(amount !== undefined && { amount: Number(amount) }),
        owner_address: `41${payerHex}`,
        to_address: `41${to}`,
      },
      type_url: 'type.googleapis.com/protocol.TransferContract',
    },
    type: 'TransferContract',
  };
}

interface TransactionParts {
  txID: string;
  contractRet?: string;
}

export function answerPayment({
  txID,
  contractRet = 'SUCCESS',
  ...transfer
}: TransactionParts & { amount?: number; to?: string }) {
  return answerTransaction({ txID, contractRet }, transferContract(transfer));
}

export function answerContractCall({ txID, contractRet = 'SUCCESS' }: TransactionParts) {
  return answerTransaction(
    { txID, contractRet },
    {
      parameter: {
        value: {
          data: 'a6bd98ac0000000000000000000000000000000000000000000000000000000000000007',
          owner_address: `41${payerHex}`,
          contract_address: `41${tokenHex}`,
        },
        type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
      },
      type: 'TriggerSmartContract',
    },
  );
}

function answerTransaction({ txID, contractRet }: TransactionParts, contract: object) {
  return {
    ret: [{ contractRet }],
    signature: ['2154e8ef08f014063de8a88bafe748c8cbb48633c1657c083dca1a73439b289f00'],
    txID,
    raw_data: {
      contract: [contract],
      ref_block_bytes: '1c8b',
      ref_block_hash: 'd78785ed02dd918f',
      expiration: 1777437813000,
      fee_limit: 10000000000,
      timestamp: 1777437756016,
    },
    raw_data_hex: '0a021c8b2208d78785ed02dd918f4088d2b2bcdd335af004081f12eb04',
  };
}

/** The result of a plain transaction, as in gettransactioninfobyblocknum.md. */
export function answerPlainInfo(id: string) {
  return {
    id,
    fee: 267000,
    blockNumber: documentedHeight,
    blockTimeStamp: documentedTime,
    contractResult: [''],
    receipt: { net_fee: 267000 },
  };
}

/** The result of a contract call, as in gettransactioninfobyid.md. */
export function answerCallInfo(id: string, log: object[], outcome = 'SUCCESS') {
  return {
    id,
    fee: 5254500,
    blockNumber: documentedHeight,
    blockTimeStamp: documentedTime,
    contractResult: [''],
    contract_address: `41${tokenHex}`,
    receipt: {
      energy_fee: 4458500,
      energy_usage_total: 44585,
      net_fee: 796000,
      result: outcome,
    },
    ...(outcome !== 'SUCCESS' && { result: 'FAILED', resMessage: '524556455254' }),
    log,
  };
}

/** A log of `Transfer(address,address,uint256)`. */
export function answerTransferLog(to: string, units: bigint) {
  return {
    address: tokenHex,
    topics: [
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      payerHex.padStart(64, '0'),
      to.padStart(64, '0'),
    ],
    data: units.toString(16).padStart(64, '0'),
  };
}
