import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine takes longer than its second to bring a screen's code: what never comes is told by the
// test's own limit.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);
