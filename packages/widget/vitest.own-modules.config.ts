import { configureTests, withOwnModules } from './vitest.config.ts';

export default configureTests({
  name: 'widget-own-modules',
  pool: 'threads',
  include: withOwnModules,
});
