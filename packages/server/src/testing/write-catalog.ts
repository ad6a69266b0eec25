import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const wallet = (name: string, position: number) => `    {
      "name": "${name}",
      "category": "eMoney",
      "cardViewType": 0,
      "text": { "en": "${name}" },
      "amount_rules": { "BDT": { "min": "200", "max": "25000" } },
      "position": ${position},
      "iconIds": ["${name}"],
      "isPopular": true,
      "recommendedAmounts": ["500", "1000"],
      "countries": ["bd"],
      "connector": "sandbox",
      "group": "eMoney"
    }`;

const cards = `    {
      "name": "card_uz",
      "category": "card",
      "cardViewType": 4,
      "text": { "en": "Uzcard, Humo" },
      "amount_rules": { "UZS": { "min": "20000", "max": "100000" } },
      "position": 10,
      "iconIds": ["uzcard"],
      "countries": ["uz"],
      "connector": "sandbox",
      "group": "eMoney",
      "hasBankChoice": true,
      "fields": [
        {
          "name": "cardType",
          "type": "dropdown",
          "placeholder": { "en": "Type" },
          "values": [
            { "value": "uzcard", "text": { "en": "Uzcard" } },
            { "value": "humo", "text": { "en": "Humo" } }
          ]
        }
      ],
      "instruction": { "slides": [{ "text": { "en": "Choose" }, "picture": "choose" }] },
      "video_guide_url": { "redesign": "https://www.youtube.com/watch?v=KassaUzb001" }
    }`;

const drawing = (viewBox: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="M0 0h9"/></svg>`;

const files: Record<string, string> = {
  'methods/bd.json': `{\n  "methods": [\n${wallet('bkash', 10)},\n${wallet('nagad', 20)}\n  ]\n}\n`,
  'methods/uz.json': `{\n  "methods": [\n${cards}\n  ]\n}\n`,
  'groups.json': '{ "groups": [{ "name": "eMoney", "label": "group.eMoney", "position": 10 }] }\n',
  'countries.json':
    '{ "countries": [{ "code": "bd", "currency": "BDT" }, { "code": "uz", "currency": "UZS" }] }\n',
  'coin-boxes.json': `{ "coinBoxes": [
    { "boxId": "box-5", "gcAmount": "50000", "scAmount": "5", "price": "4.99", "priceCurrencyCode": "USD" },
    { "boxId": "box-10", "gcAmount": "100000", "scAmount": "10", "price": "9.99", "priceCurrencyCode": "USD" }
  ] }\n`,
  'card-schemes.json': `{ "cardSchemes": [
    { "name": "Uzcard", "iconId": "uzcard", "prefixes": ["5614", "8600"], "source": "its rules" },
    { "name": "Humo", "prefixes": ["9860-9861"], "source": "its rules" }
  ] }\n`,
  'card-issuers.json': `{ "cardIssuers": [
    { "bank": "Sample Bank", "country": "uz", "prefixes": ["860006"], "isSample": true }
  ] }\n`,
  'payer-banks.json': `{ "payerBanks": [
    { "country": "uz", "id": "sample-bank", "name": "Sample Bank", "iconId": "humo" }
  ] }\n`,
  'pictures/choose.svg': drawing('0 0 320 200'),
};
for (const icon of ['bkash', 'nagad', 'uzcard', 'humo']) {
  files[`icons/${icon}.svg`] = drawing('0 0 48 48');
}

/** Writes a small valid catalogue, formatted as by hand: two wallets, and cards with a guide. */
export async function writeCatalog(folder: string): Promise<void> {
  for (const part of ['methods', 'icons', 'pictures']) await mkdir(join(folder, part));
  await Promise.all(
    Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)),
  );
}
