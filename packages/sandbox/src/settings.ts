import { join } from 'node:path';
import * as z from 'zod/mini';
import { webAddressSchema } from './payment.ts';

/** The settings of the provider process, from its environment. */
export interface Settings {
  port: number;
  /** Public origin of the hosted page for players' browsers. */
  publicUrl: string;
  apiKey: string;
  webhookSecret: string;
  /** The webhook address of the simulated Pix bank; null: none. */
  pixWebhookUrl: string | null;
  /** The webhook address of the player's bank; null: none. */
  bankWebhookUrl: string | null;
  /** `real`: test nodes take the place of two simulated chains. */
  chains: 'simulated' | 'real';
  /** Whether the chains mine by themselves. */
  isMinedByItself: boolean;
  /** Folder of the journal. */
  dataFolder: string;
}

const environmentSchema = z.object({
  SANDBOX_PORT: z._default(
    z.string().check(z.refine(isPort, 'must be a port number from 1 to 65535')),
    '4200',
  ),
  SANDBOX_URL: z.optional(
    z.string().check(z.refine(isOrigin, 'must be an origin such as https://pay.example.com')),
  ),
  SANDBOX_API_KEY: required(),
  SANDBOX_WEBHOOK_SECRET: required(),
  SANDBOX_PIX_WEBHOOK_URL: z.optional(webAddressSchema),
  SANDBOX_BANK_WEBHOOK_URL: z.optional(webAddressSchema),
  CHAINS: z._default(z.enum(['simulated', 'real'], 'must be "simulated" or "real"'), 'simulated'),
  CHAINS_MINING: z._default(
    z.enum(['automatic', 'manual'], 'must be "automatic" or "manual"'),
    'manual',
  ),
  KASSA_DATA: z._default(z.string().check(z.minLength(1, 'must not be empty')), '.kassa'),
});

function required() {
  const message = 'must be set';
  return z.string(message).check(z.minLength(1, message));
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isHttp && (text === url?.origin || text === `${url?.origin}/`);
}

/**
 * Reads the settings from environment variables.
 * @throws Error that names every invalid variable and its problem.
 */
export function parseSettings(environment: NodeJS.ProcessEnv): Settings {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.')} ${issue.message}`,
    );
    throw new Error(`The sandbox provider cannot start:\n${problems.join('\n')}`);
  }
  const { SANDBOX_PORT, SANDBOX_URL, SANDBOX_API_KEY, SANDBOX_WEBHOOK_SECRET, KASSA_DATA } =
    parsed.data;
  return {
    port: Number(SANDBOX_PORT),
    publicUrl: new URL(SANDBOX_URL ?? `http://localhost:${SANDBOX_PORT}`).origin,
    apiKey: SANDBOX_API_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    pixWebhookUrl: parsed.data.SANDBOX_PIX_WEBHOOK_URL ?? null,
    bankWebhookUrl: parsed.data.SANDBOX_BANK_WEBHOOK_URL ?? null,
    chains: parsed.data.CHAINS,
    isMinedByItself: parsed.data.CHAINS_MINING === 'automatic',
    dataFolder: join(KASSA_DATA, 'sandbox'),
  };
}
