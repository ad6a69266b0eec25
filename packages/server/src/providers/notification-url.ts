import type { Core } from '../core/core.ts';
import type { ProviderRef } from './ask-provider.ts';

/** Where a provider sends its notifications of a brand. */
export function notificationUrl(core: Pick<Core, 'publicUrl'>, provider: ProviderRef): string {
  return `${core.publicUrl}/api/providers/${provider.brandId}/${provider.connector}/notifications`;
}
