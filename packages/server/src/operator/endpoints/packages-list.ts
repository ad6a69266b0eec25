import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { listAllPackages, packageSchema } from '../lookup/packages.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/packages',
  scope: 'read',
  summary: 'List the coin packages of the brand, those off sale included.',
  command: {
    words: 'packages list',
    columns: [
      'package',
      'price',
      'priceCurrencyCode',
      'gcAmount',
      'scAmount',
      'state',
      'sold',
      'source',
    ],
  },
  request: z.strictObject({}),
  response: z.object({ items: z.array(packageSchema) }),
  read: async (core, { brandId }) => ({ items: await listAllPackages(core, brandId) }),
});
