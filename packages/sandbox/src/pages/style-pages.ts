import type { PageStyle } from '../page-style.ts';
import { bankPage } from './bank-page.ts';
import { cardPage } from './card-page.ts';
import { chatPage } from './chat-page.ts';
import type { StylePage } from './style-page.ts';
import { voucherPage } from './voucher-page.ts';
import { walletPage } from './wallet-page.ts';

/** The page of each style; the general style has only the decisions. */
export const stylePages: Record<PageStyle, StylePage | null> = {
  bank: bankPage,
  card: cardPage,
  chat: chatPage,
  general: null,
  voucher: voucherPage,
  wallet: walletPage,
};
