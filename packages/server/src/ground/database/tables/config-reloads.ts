import type { Generated } from 'kysely';

export interface ConfigReloadsTable {
  is_only: Generated<boolean>;
  generation: number;
}

export interface ConfigReloadsTables {
  config_reloads: ConfigReloadsTable;
}
