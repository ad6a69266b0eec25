import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine takes longer than its second to bring a screen's code. Shorter than a test may take, so
// that what never comes is named.
configure({ asyncUtilTimeout: 45_000 });

afterEach(cleanup);
